'use strict';
// The profile ids: is an identifier in a mutating call traced to what the
// environment said? The numbers in the comments are those of the requirements.

const { kindOf, member, spelling, leavesOf } = require('./json.js');
const { Rejected, required, requiredObjects, optional, optionalInteger } = require('./protocol.js');
const { DIGIT, SPACE, strip, codePoints, caseFold } = require('./unicode.js');

const SOURCES = ['TASK_TEXT', 'TOOL_RESULT']; // in the order of matched_in

const QUANTITY_ENDINGS = (
  'price amount cost total count quantity qty size limit number num age duration score rate ' +
  'percent weight height width length balance fee rank position offset page max min priority ' +
  'level year month day hour minute second'
).split(' ');
const KEY_ENDINGS = ['_id', '_sys_id', 'sys_id', '_ref', '_key', '_email'];
const GRAMMAR_WORDS = new Set(
  ('com org net edu gov mil int io co us uk ca au www http https mailto ftp api mail smtp ' +
    'imap').split(' '));

const ID_CHARACTERS = /^[A-Za-z0-9._:#/\-@]+$/;
const ONLY_DIGITS = new RegExp(`^${DIGIT}+$`, 'u');
const HAS_DIGIT = /\p{Nd}/u; // in a part of a value, U+00B2 is none
const LETTERS_THEN_DIGITS = /^[A-Za-z]*(\p{Nd}+)$/u;
const HEX32 = /^[0-9a-f]{32}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const EMAIL = /^[^@]+@[^@]+\.[^@]+$/;
const PART_ENDS = /[@._:#/-]/;
const TOKEN_ENDS = new RegExp(`[@._:#/\\-{}[\\]"',()=;<>|${SPACE}]`);

const LITERAL_FORMS = [
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/, // 025
  /^[0-9]{1,2}:[0-9]{2}(:[0-9]{2})?$/,
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]+)?)?(Z|[+-][0-9]{2}:?[0-9]{2})?$/, // 026
  /^v?[0-9]+([.][0-9]+)+$/, // 027
  /^[0-9][0-9-]*-[0-9-]*[0-9]$/, // 028, of which no other character gets past ID_CHARACTERS
  /^\p{Nd}{13}$/u, // 029
  /^(true|false|null|none)$/i, // 030
];

const endsWithAny = (name, endings) => endings.some((ending) => caseFold(name).endsWith(ending));
const isQuantityName = (name) => endsWithAny(name, QUANTITY_ENDINGS);
const isKeyName = (name) => endsWithAny(name, KEY_ENDINGS);
const isLiteral = (text) => LITERAL_FORMS.some((form) => form.test(text));
const isOpaque = (text) => HEX32.test(text) || UUID.test(text);

function isIdShaped(text, name, minLength) {
  const length = codePoints(text);
  if (length < minLength) { // 022, 024
    return length >= 2 && ONLY_DIGITS.test(text) && isKeyName(name) && !isLiteral(text);
  }
  if (!ID_CHARACTERS.test(text) || isLiteral(text)) return false;
  if (isOpaque(text) || EMAIL.test(text)) return true;
  if (/^[0-9]+$/.test(text)) return !isQuantityName(name);
  if (/^[A-Za-z]+$/.test(text)) return isKeyName(name);
  return /[0-9]/.test(text) && /[A-Za-z]/.test(text);
}

/** The component that a part of the local region yields, or null. */
function localComponent(part, beforeAt, minLength) {
  if (!HAS_DIGIT.test(part)) return null; // 047
  const digits = LETTERS_THEN_DIGITS.exec(part)?.[1];
  if (digits === undefined) return part; // 052
  return beforeAt && codePoints(digits) < minLength ? null : digits; // 050, 051
}

function domainComponent(part) {
  if (!HAS_DIGIT.test(part)) return GRAMMAR_WORDS.has(part.toLowerCase()) ? null : part; // 048
  return LETTERS_THEN_DIGITS.exec(part)?.[1] ?? part;
}

function componentsOf(value, minLength) {
  if (isOpaque(value)) return [value]; // 045
  const at = value.indexOf('@');
  const local = at < 0 ? value : value.slice(0, at);
  const domain = at < 0 ? '' : value.slice(at + 1);
  const components = [
    ...local.split(PART_ENDS).map((part) => localComponent(part, at >= 0, minLength)),
    ...domain.split(PART_ENDS).map(domainComponent),
  ].filter((c) => c && (codePoints(c) >= minLength || ONLY_DIGITS.test(c))); // 053
  return [...new Set(components)];
}

const withoutZeros = (digits) => digits.replace(/^0+(?=.)/u, '');

/** What the environment said, ready to be asked; lengths are those of the folded texts. */
class Corpus {
  constructor(blobs, minLength, caseSensitive) {
    this.minLength = minLength;
    this.fold = caseSensitive ? (text) => text : caseFold;
    const texts = blobs.map((blob) => this.fold(blob.text));
    this.text = texts.join(' ');
    this.blobs = blobs.map(({ source }, i) => (
      { source, tokens: new Set(texts[i].split(TOKEN_ENDS).filter(Boolean)) }));
    const tokens = [...new Set(this.blobs.flatMap((blob) => [...blob.tokens]))];
    this.longTokens = tokens.filter((token) => codePoints(token) >= minLength);
    this.numbers = new Set(tokens.filter((t) => ONLY_DIGITS.test(t)).map(withoutZeros));
    this.longNumbers = this.longTokens.filter((t) => ONLY_DIGITS.test(t)).map(withoutZeros);
  }

  holds(value) {
    return this.text.includes(this.fold(value));
  }

  finds(component) { // 056 to 059
    const wanted = this.fold(component);
    const isLong = codePoints(wanted) >= this.minLength;
    const isNumber = ONLY_DIGITS.test(wanted);
    const standsInWanted = (token) => wanted.includes(token);
    return (isNumber && this.numbers.has(withoutZeros(wanted)))
      || (isLong && this.text.includes(wanted))
      || this.longTokens.some(standsInWanted)
      || (isLong && isNumber && this.longNumbers.some(standsInWanted));
  }

  sourcesOf(match) { // 044
    const wanted = this.fold(match);
    const touches = (token) => token.includes(wanted) || wanted.includes(token);
    const exact = this.blobs.filter(({ tokens }) => tokens.has(wanted));
    const near = () => this.blobs.filter(({ tokens }) => [...tokens].some(touches));
    return (exact.length > 0 ? exact : near()).map(({ source }) => source);
  }
}

/** What is known of one scalar; null when there is nothing to say of it. */
function judgeScalar(scalar, name, corpus) {
  const kind = kindOf(scalar);
  if (kind !== 'string' && kind !== 'number') return null; // 015
  const value = strip(kind === 'number' ? spelling(scalar) : scalar);
  if (!isIdShaped(value, name, corpus.minLength)) return null;
  if (corpus.holds(value)) { // 043
    return { checked: [value], unmatched: [], sources: corpus.sourcesOf(value) };
  }
  const checked = componentsOf(value, corpus.minLength);
  if (checked.length === 0) return null; // 055
  const found = checked.filter((component) => corpus.finds(component));
  const unmatched = checked.filter((component) => !found.includes(component));
  return { checked, unmatched, sources: found.flatMap((c) => corpus.sourcesOf(c)) };
}

/** The verdict on an argument, folded from what is known of its leaves (020, 021). */
function verdict(arg, judged) {
  const unmatched = judged.flatMap((leaf) => leaf.unmatched);
  const sources = new Set(judged.flatMap((leaf) => leaf.sources));
  const traced = unmatched.length > 0 ? 'UNSUPPORTED' : 'SUPPORTED';
  return {
    arg_name: arg.name,
    stance: judged.length > 0 ? traced : 'ABSTAIN',
    id_shaped: judged.length > 0,
    is_reference: arg.isReference,
    matched_in: SOURCES.filter((source) => sources.has(source)),
    components_checked: judged.flatMap((leaf) => leaf.checked),
    components_unmatched: unmatched,
  };
}

function classify(arg, corpus) {
  const leaves = arg.isReference ? [...leavesOf(arg.value)] : [];
  const judged = leaves.map((leaf) => judgeScalar(leaf, arg.name, corpus));
  return verdict(arg, judged.filter((leaf) => leaf !== null));
}

function readArg(arg) {
  const value = member(arg, 'value');
  if (value === undefined) throw new Rejected('invalid_params', 'value is missing');
  return {
    name: required(arg, 'name', 'string'),
    value,
    isReference: optional(arg, 'is_reference', 'boolean', true),
  };
}

/** The corpus; types are asked before values, so that a type's fault is the one reported. */
function readCorpus(params) {
  const blobs = requiredObjects(required(params, 'prior', 'object'), 'blobs').map((blob) => ({
    text: required(blob, 'text', 'string'),
    source: required(blob, 'source', 'string'),
  }));
  const policy = optional(params, 'policy', 'object', {});
  const minLength = optionalInteger(policy, 'min_component_len', 4);
  const caseSensitive = optional(policy, 'case_sensitive', 'boolean', false);
  const unknown = blobs.find((blob) => !SOURCES.includes(blob.source));
  if (unknown) throw new Rejected('unknown_source', `no such source: ${unknown.source}`);
  if (minLength < 1) throw new Rejected('policy_out_of_range', 'min_component_len is below 1');
  return new Corpus(blobs, minLength, caseSensitive);
}

function classifyArg(params) {
  const arg = readArg(required(params, 'arg', 'object'));
  return classify(arg, readCorpus(params));
}

function classifyCall(params) {
  const call = required(params, 'call', 'object');
  required(call, 'tool_name', 'string'); // has to be there, and is never used (011)
  const args = requiredObjects(call, 'args').map(readArg);
  const isMutating = optional(call, 'is_mutating', 'boolean', true);
  const corpus = readCorpus(params); // all is read before anything is answered (007)
  if (!isMutating) return { believe: true, args: [], unsupported: [] };
  const verdicts = args.map((arg) => (
    corpus.blobs.length > 0 ? classify(arg, corpus) : verdict(arg, []))); // 009
  const unsupported = verdicts.filter((v) => v.stance === 'UNSUPPORTED').map((v) => v.arg_name);
  return { believe: unsupported.length === 0, args: verdicts, unsupported };
}

module.exports = { classifyArg, classifyCall };
