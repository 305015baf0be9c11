/** What a character is in words and between them; the first three make words. */
export const [LETTER, MARK, DIGIT, OTHER, APOSTROPHE, EYES, CURRENCY, PICTURE, RARE] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

const [SURROGATES, LOW_SURROGATES, LAST_SURROGATE] = [0xd800, 0xdc00, 0xdfff];
const LATIN = 0x180;
/**
 * By code unit (UTF-16), `RARE` for those that {@linkcode rareKindAt} must be asked for: halves of pairs, and what has
 * not been met yet.
 */
export const KINDS = new Uint8Array(0x10000).fill(RARE);
for (let code = 0; code < LATIN; code++) KINDS[code] = kindOf(code);

/**
 * The kind of the character at a place.
 *
 * @param letters The code units of a sentence.
 * @param length How many of them count; `OTHER` from there on.
 */
export function kindAt(letters: Uint16Array, at: number, length: number): number {
  if (at >= length) return OTHER;
  const kind = KINDS[letters[at] ?? 0] ?? RARE;
  return kind === RARE ? rareKindAt(letters, at, length) : kind;
}

/** The number of code units of the character at a place: 2 for most emoji. */
export function widthAt(letters: Uint16Array, at: number, length: number): number {
  return codePointAt(letters, at, length) > 0xffff ? 2 : 1;
}

/** The place after all characters whose kind is at most the given one. */
export function afterAll(letters: Uint16Array, start: number, length: number, most: number): number {
  let at = start;
  for (;;) {
    while (at < length && (KINDS[letters[at] ?? 0] ?? OTHER) <= most) at++;
    if (kindAt(letters, at, length) > most) return at;
    at += widthAt(letters, at, length);
  }
}

function rareKindAt(letters: Uint16Array, at: number, length: number): number {
  const code = codePointAt(letters, at, length);
  const kind = kindOf(code);
  if (code < SURROGATES || code > LAST_SURROGATE && code <= 0xffff) KINDS[code] = kind;
  return kind;
}

function codePointAt(letters: Uint16Array, at: number, length: number): number {
  const high = letters[at] ?? 0;
  if (high < SURROGATES || high >= LOW_SURROGATES || at + 1 >= length) return high;
  const low = letters[at + 1] ?? 0;
  if (low < LOW_SURROGATES || low > LAST_SURROGATE) return high;
  return 0x10000 + (high - SURROGATES << 10) + low - LOW_SURROGATES;
}

function kindOf(code: number): number {
  const character = String.fromCodePoint(code);
  if (/\p{L}/u.test(character)) return LETTER;
  if (/\p{M}/u.test(character)) return MARK;
  if (/\p{N}/u.test(character)) return DIGIT;
  if (/['’`´]/.test(character)) return APOSTROPHE;
  if (/[:;=<]/.test(character)) return EYES;
  if (/[$£€]/.test(character)) return CURRENCY;
  return /\p{Extended_Pictographic}/u.test(character) ? PICTURE : OTHER;
}

/** By code unit; 0 for those not met yet. */
const small = new Uint16Array(0x10000);

/** The small letter of a letter, both as code units; 0 if it has none of one unit. Other code units are their own. */
export function smallLetter(code: number): number {
  const known = small[code] ?? 0;
  if (known !== 0) return known;
  const lower = String.fromCharCode(code).toLowerCase();
  return lower.length === 1 ? small[code] = lower.charCodeAt(0) : 0;
}
