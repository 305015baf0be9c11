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

const PLACES = 1 << 13;
const MOST_NUMBERS = 1 << 20;

/**
 * The same for two neighbours, the second of which may be absent. Of pairs with one place the last one is remembered.
 *
 * @param answer Depends on `text` and `stem` alone.
 */
export function pairMemo(
  answer: (word: Word, next: Word | undefined) => boolean,
): (word: Word, next: Word | undefined) => boolean {
  const pairs = new Float64Array(PLACES);
  const answers = new Uint8Array(PLACES);
  return (word, next) => {
    const second = next === undefined ? MOST_NUMBERS - 1 : next.number;
    if (word.number === 0 || second === 0) return answer(word, next);
    const place = (Math.imul(word.number, 31) + second) & PLACES - 1;
    const pair = word.number * MOST_NUMBERS + second;
    if (pairs[place] === pair) return answers[place] === 1;
    const fresh = answer(word, next);
    pairs[place] = pair;
    answers[place] = fresh ? 1 : 0;
    return fresh;
  };
}
