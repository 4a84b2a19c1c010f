'use strict';
// What the profile asks of Unicode and the language does not have ready.

// Numeric_Type is Decimal (which is \p{Nd}) or Digit (a list, from DerivedNumericType.txt).
const DIGIT =
  '[\\p{Nd}\\u{B2}\\u{B3}\\u{B9}\\u{1369}-\\u{1371}\\u{19DA}\\u{2070}\\u{2074}-\\u{2079}' +
  '\\u{2080}-\\u{2089}\\u{2460}-\\u{2468}\\u{2474}-\\u{247C}\\u{2488}-\\u{2490}\\u{24EA}' +
  '\\u{24F5}-\\u{24FD}\\u{24FF}\\u{2776}-\\u{277E}\\u{2780}-\\u{2788}\\u{278A}-\\u{2792}' +
  '\\u{10A40}-\\u{10A43}\\u{10E60}-\\u{10E68}\\u{11052}-\\u{1105A}\\u{1F100}-\\u{1F10A}]';

// IDS-017. Neither \s nor trim(): they take U+FEFF and leave U+001C to U+001F and U+0085.
const SPACE =
  '\\u0009-\\u000D\\u001C-\\u0020\\u0085\\u00A0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000';

const STRIPPED = new RegExp(`^[${SPACE}]+|[${SPACE}]+$`, 'g');
const strip = (text) => text.replace(STRIPPED, '');

const codePoints = (text) => [...text].length;

const DOTLESS_I = '\u0131';
const CHEROKEE = /[\u13A0-\u13F5\u13F8-\u13FD\uAB70-\uABBF]/;

// Lower, upper, lower reaches every folding of CaseFolding.txt but two: U+0131
// stays as it is, and Cherokee folds to its capitals. One character at a time, as
// toLowerCase looks at the neighbours of a sigma.
function foldCharacter(character) {
  if (character === DOTLESS_I) return character;
  if (CHEROKEE.test(character)) return character.toUpperCase();
  return [...character.toLowerCase().toUpperCase()].map((c) => c.toLowerCase()).join('');
}

/** Full case folding: statuses C and F of CaseFolding.txt. */
const caseFold = (text) => text.replace(/[^\0-@[-`{-\x7F]/gu, foldCharacter);

module.exports = { DIGIT, SPACE, strip, codePoints, caseFold };
