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
