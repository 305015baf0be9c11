import type { Word } from "./words_of.ts";

/**
 * Remembers what a function says of each spelling, so that it runs once a spelling and not once a word: 100,000 reviews
 * have five million words and a few thousand spellings.
 *
 * @param answer Depends on `text` and `stem` alone.
 */
export function wordMemo<Answer>(answer: (word: Word) => Answer): (word: Word) => Answer {
  // Filled without holes, which would make look-ups slow.
  const answers: (Answer | undefined)[] = [undefined];
  return (word) => {
    const known = answers[word.number];
    if (known !== undefined) return known;
    const fresh = answer(word);
    if (word.number === 0) return fresh;
    while (answers.length <= word.number) answers.push(undefined);
    answers[word.number] = fresh;
    return fresh;
  };
}

/** Answers of yes and no by the numbers of words: of each word which are known, a bit each, and which are yes. */
interface Answers {
  bits: Uint32Array;
  taken: number;
}

const QUESTIONS = 32;
let answers: Answers = { bits: new Uint32Array(0), taken: 0 };

/**
 * The same for yes and no. What is known of a word stands side by side for many questions: each with a list of its own
 * went to another place of the memory for the same word.
 *
 * @param answer Depends on `text` and `stem` alone.
 */
export function wordCheck(answer: (word: Word) => boolean): (word: Word) => boolean {
  if (answers.taken === QUESTIONS || answers.bits.length === 0) answers = { bits: new Uint32Array(1 << 12), taken: 0 };
  const own = answers;
  const bit = 1 << own.taken++;
  return (word) => {
    const at = 2 * word.number;
    const { bits } = own;
    if (at < bits.length && (bits[at]! & bit) !== 0) return (bits[at + 1]! & bit) !== 0;
    const fresh = answer(word);
    if (word.number !== 0) keep(own, at, bit, fresh);
    return fresh;
  };
}

function keep(own: Answers, at: number, bit: number, isYes: boolean): void {
  if (at >= own.bits.length) {
    const longer = new Uint32Array(2 * at);
    longer.set(own.bits);
    own.bits = longer;
  }
  own.bits[at]! |= bit;
  if (isYes) own.bits[at + 1]! |= bit;
}

const PLACES = 1 << 15;
/** Numbers of two pairs that share a place, the newer first: a pair and its answer each, side by side as memory is read by the line. */
const PLACE = 4;
/** Two numbers of words are one of 32 bits; greater ones, which `wordsOf` does not give, are not remembered. */
const MOST_NUMBERS = 1 << 16;

/**
 * The same for two neighbours, the second of which may be absent. Of pairs with one place the last two are remembered:
 * with one, common pairs took the place from each other, and twice as many questions were answered anew.
 *
 * @param answer A whole number; depends on `text` and `stem` alone.
 */
export function pairMemo(
  answer: (word: Word, next: Word | undefined) => number,
): (word: Word, next: Word | undefined) => number {
  const pairs = new Int32Array(PLACE * PLACES);
  return (word, next) => {
    const first = word.number;
    const second = next === undefined ? MOST_NUMBERS - 1 : next.number;
    if (first === 0 || second === 0 || first >= MOST_NUMBERS || next !== undefined && second >= MOST_NUMBERS - 1) {
      return answer(word, next);
    }
    const place = PLACE * ((Math.imul(first, 0x9e3779b1) >>> 15) + second & PLACES - 1);
    const pair = first << 16 | second;
    if (pairs[place] === pair) return pairs[place + 1]!;
    if (pairs[place + 2] === pair) return pairs[place + 3]!;
    const fresh = answer(word, next);
    pairs[place + 2] = pairs[place]!;
    pairs[place + 3] = pairs[place + 1]!;
    pairs[place] = pair;
    pairs[place + 1] = fresh;
    return fresh;
  };
}
