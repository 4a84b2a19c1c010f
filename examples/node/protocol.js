'use strict';
// conform/1: JSON-RPC 2.0, one message a line, over standard input and output.

const { readJson, kindOf, member, spelling } = require('./json.js');

const PROTOCOL = 'conform/1';
const LINE_FEED = 0x0a;
const METHOD_NOT_FOUND = -32601;
const INTERNAL_ERROR = -32603;
const REJECTED = 1;

/** Thrown by an operation that refuses its input; any other exception is a fault of ours. */
class Rejected extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

function required(object, name, kind) {
  const value = member(object, name);
  if (kindOf(value) !== kind) {
    throw new Rejected('invalid_params', `${name}: ${kind} wanted, ${kindOf(value)} given`);
  }
  return value;
}

function optional(object, name, kind, otherwise) {
  const absent = (member(object, name) ?? null) === null;
  return absent ? otherwise : required(object, name, kind);
}

function optionalInteger(object, name, otherwise) {
  const number = optional(object, name, 'number', null);
  if (number === null) return otherwise;
  const written = spelling(number);
  if (!/^(0|-?[1-9][0-9]*)$/.test(written) || !Number.isSafeInteger(Number(written))) {
    throw new Rejected('invalid_params', `${name}: ${written} is not an integer`);
  }
  return Number(written);
}

/** An array of objects. */
function requiredObjects(object, name) {
  const elements = required(object, name, 'array');
  if (!elements.every((element) => kindOf(element) === 'object')) {
    throw new Rejected('invalid_params', `${name}: an element is no object`);
  }
  return elements;
}

function failure(fault) {
  if (fault instanceof Rejected) {
    return { error: { code: REJECTED, message: fault.message, data: { code: fault.code } } };
  }
  process.stderr.write(`${fault.stack}\n`);
  return { error: { code: INTERNAL_ERROR, message: String(fault) } };
}

function answer(request, operations) {
  const operation = operations.get(member(request, 'method'));
  if (operation === undefined) {
    return { error: { code: METHOD_NOT_FOUND, message: 'no such method' } };
  }
  try {
    // The params are read as a member of the request: that rejects missing ones too.
    return { result: operation(required(request, 'params', 'object')) };
  } catch (fault) {
    return failure(fault);
  }
}

function respond(line, operations) {
  const request = readJson(line);
  const response = { jsonrpc: '2.0', id: member(request, 'id'), ...answer(request, operations) };
  process.stdout.write(`${JSON.stringify(response)}\n`);
}

/**
 * Calls back with each whole line. Not node:readline, which ends lines at a
 * carriage return and at U+2028 and U+2029 as well; a JSON text may hold these two.
 */
function eachLine(stream, callback) {
  let pieces = [];
  stream.on('data', (chunk) => {
    let start = 0;
    for (let end; (end = chunk.indexOf(LINE_FEED, start)) >= 0; start = end + 1) {
      pieces.push(chunk.subarray(start, end));
      callback(Buffer.concat(pieces).toString('utf8'));
      pieces = [];
    }
    pieces.push(chunk.subarray(start));
  });
}

/** Answers until standard input ends; operations maps each name to a function of the params. */
function serve(implementation, operations) {
  const hello = (params) => {
    const asked = required(params, 'protocol', 'string');
    if (asked !== PROTOCOL) throw new Rejected('unknown_protocol', `not ${PROTOCOL}: ${asked}`);
    return { protocol: PROTOCOL, implementation, operations: Object.keys(operations) };
  };
  const methods = new Map([['conform.hello', hello], ...Object.entries(operations)]);
  eachLine(process.stdin, (line) => respond(line, methods));
}

module.exports = { serve, Rejected, required, requiredObjects, optional, optionalInteger };
