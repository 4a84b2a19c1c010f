'use strict';
// Reading JSON without losing what JSON.parse loses: the order of members whose
// names look like integers, the spelling of numbers (1.0 is not 1), and a member
// named __proto__. The text is rewritten so that JSON.parse keeps all three: each
// member name gets the prefix "$", and each number N becomes {"#":"N"}, which no
// member name can look like any more. JSON.parse still does all the checking.

// A text ends at a quotation mark with an even number of backslashes before it. The
// lazy loop keeps nothing to go back to, so that a text of megabytes is no trouble.
const NAME_TEXT_OR_NUMBER =
  /"([^]*?(?<!\\)(?:\\\\)*)"([ \t\r\n]*:)?|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/g;

function rewrite(token, text, colon) {
  if (text === undefined) return `{"#":"${token}"}`;
  return colon ? `"$${text}"${colon}` : token;
}

const readJson = (text) => JSON.parse(text.replace(NAME_TEXT_OR_NUMBER, rewrite));

/** One of missing, null, boolean, string, number, array and object. */
function kindOf(value) {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'object') return '#' in value ? 'number' : 'object';
  return typeof value;
}

const member = (object, name) => object[`$${name}`];

/** A number as it was written. */
const spelling = (number) => number['#'];

/** The scalars in a value, in the order of the text; a loop, so that depth costs no stack. */
function* leavesOf(value) {
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    const kind = kindOf(next);
    if (kind !== 'array' && kind !== 'object') yield next;
    else for (const inner of Object.values(next).reverse()) waiting.push(inner);
  }
}

module.exports = { readJson, kindOf, member, spelling, leavesOf };
