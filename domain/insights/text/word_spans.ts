const WORD =
  /(?:[$£€](?=[0-9]))?[\p{L}\p{M}\p{N}]+(?:['’`´ʼ][\p{L}\p{M}]+)*|<3|[:;=]-?[()D](?![\p{L}\p{N}])|\p{Extended_Pictographic}/gu;

const [OTHER, LETTER, DIGIT, APOSTROPHE, EYES, NOT_PLAIN, CURRENCY] = [0, 1, 2, 3, 4, 5, 6];
const KINDS = new Uint8Array(128);
for (let code = 0; code < KINDS.length; code++) {
  const character = String.fromCharCode(code);
  KINDS[code] = /[a-z]/i.test(character)
    ? LETTER
    : /\d/.test(character)
    ? DIGIT
    : /['`]/.test(character)
    ? APOSTROPHE
    : /[:;=<]/.test(character)
    ? EYES
    : character === "$"
    ? CURRENCY
    : OTHER;
}
const EMOTICON = /<3|[:;=]-?[()D](?![\p{L}\p{N}])/uy;
const CURLY_APOSTROPHE = 0x2019;
const [POUND, EURO] = [0xa3, 0x20ac];
/** Quotation marks, dashes and the ellipsis that word processors put into English texts. */
const TYPOGRAPHIC = new Set([0x2013, 0x2014, 0x2018, 0x201c, 0x201d, 0x2026]);

/** How many numbers {@linkcode wordSpans} gives for a word. */
export const SPAN = 3;

// One for all sentences: an array for each was a tenth of the garbage of the analysis.
let scratch = new Int32Array(3 * 1024);

/**
 * Begin and end of each word, emoji or emoticon of a sentence in turn, in UTF-16 code units, and after both a hash of its
 * letters. An amount keeps the sign of its currency: "$40". The numbers are valid until the next call.
 */
export function wordSpans(sentence: string): Int32Array {
  const length = plainSpans(sentence);
  return length === -1 ? spansOfAnyScript(sentence) : scratch.subarray(0, length);
}

/** By the regular expression that defines what a word is. */
export function spansOfAnyScript(sentence: string): Int32Array {
  let length = 0;
  for (const { 0: word, index } of sentence.matchAll(WORD)) length = note(sentence, index, index + word.length, length);
  return scratch.subarray(0, length);
}

/**
 * The same for a sentence in ASCII with typographic punctuation, in less than half the time; -1 for another one. Most
 * sentences are such, and finding their words took a sixth of the analysis.
 */
function plainSpans(sentence: string): number {
  let length = 0;
  for (let at = 0; at < sentence.length;) {
    const kind = kindAt(sentence, at);
    if (kind === NOT_PLAIN) return -1;
    const isAmount = kind === CURRENCY && kindAt(sentence, at + 1) === DIGIT;
    if (kind !== LETTER && kind !== DIGIT && kind !== EYES && !isAmount) {
      at++;
      continue;
    }
    const end = kind === EYES ? emoticonEnd(sentence, at) : plainWordEnd(sentence, isAmount ? at + 1 : at);
    if (end > at) length = note(sentence, at, end, length);
    at = Math.max(end, at + 1);
  }
  return length;
}

/** Writes the numbers of a word, and returns how many there are then. */
function note(sentence: string, start: number, end: number, length: number): number {
  if (length + SPAN > scratch.length) {
    const longer = new Int32Array(2 * scratch.length);
    longer.set(scratch);
    scratch = longer;
  }
  let hash = 0;
  for (let at = start; at < end; at++) hash = Math.imul(hash, 31) + sentence.charCodeAt(at) | 0;
  scratch[length] = start;
  scratch[length + 1] = end;
  scratch[length + 2] = hash;
  return length + SPAN;
}

function plainWordEnd(sentence: string, start: number): number {
  let at = start + 1;
  let kind = kindAt(sentence, at);
  while (kind === LETTER || kind === DIGIT) kind = kindAt(sentence, ++at);
  while (kind === APOSTROPHE && kindAt(sentence, at + 1) === LETTER) {
    at++;
    do kind = kindAt(sentence, ++at); while (kind === LETTER);
  }
  return at;
}

function emoticonEnd(sentence: string, at: number): number {
  EMOTICON.lastIndex = at;
  return EMOTICON.test(sentence) ? EMOTICON.lastIndex : at;
}

function kindAt(sentence: string, at: number): number | undefined {
  if (at >= sentence.length) return OTHER;
  const code = sentence.charCodeAt(at);
  if (code < KINDS.length) return KINDS[code];
  if (code === CURLY_APOSTROPHE) return APOSTROPHE;
  if (code === POUND || code === EURO) return CURRENCY;
  return TYPOGRAPHIC.has(code) ? OTHER : NOT_PLAIN;
}
