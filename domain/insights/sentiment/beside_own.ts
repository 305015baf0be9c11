import type { Word } from "../text/words_of.ts";
import type { OwnOpinion } from "./own/own_opinion.ts";
import type { PolarWord } from "./polar_word.ts";

/** How near praise stands to a burden that it is of. */
const PRAISED_WITHIN = 4;
/** "To the point where I bled" holds a fainter word. */
const LEAST_PRAISE = 1;
const BEING = new Set("is are was were isn't aren't wasn't weren't seemed felt moved moves move".split(" "));

/**
 * Of the general words those that say nothing of what the operator's own words say already: "gone" in "my acne is gone",
 * "horrible" in "no more horrible acne", and praise in what is asked for.
 */
export function besideOwn(
  found: readonly PolarWord[],
  own: readonly OwnOpinion[],
  words: readonly Word[],
): readonly PolarWord[] {
  const [first] = own;
  if (first?.isOfClause === true) return withRequest(found, first);
  const decided = own.filter((one) => !isPraisedAt(found, one, words));
  const others = found.filter((word) =>
    !decided.some(({ at, length, strength }) => {
      const from = strength > 0 && word.strength < 0 ? at - 1 : at;
      return word.at < at + length && word.at + word.length > from;
    })
  );
  return [...others, ...decided].sort((a, b) => a.at - b.at);
}

/** Whether a burden that is only named is praised beside it: "the queues were brilliantly run". */
function isPraisedAt(
  found: readonly PolarWord[],
  { at, length, strength }: OwnOpinion,
  words: readonly Word[],
): boolean {
  if (strength >= 0) return false;
  return found.some((word) => {
    if (word.strength < LEAST_PRAISE) return false;
    const isBefore = word.at < at;
    const [from, to] = isBefore ? [word.at + word.length - 1, at] : [at + length - 1, word.at];
    if (to - from > PRAISED_WITHIN) return false;
    for (let index = from + 1; index <= to; index++) if (words[index]?.isAfterBreak) return false;
    return isBefore || words.slice(from, to).some(({ text }) => BEING.has(text));
  });
}

/** A request or an inability, which a phrase such as "can't complain" is not. */
function withRequest(found: readonly PolarWord[], request: OwnOpinion): readonly PolarWord[] {
  const { at, length, strength } = request;
  const isPhrase = found.some((word) =>
    word.strength > 0 && word.length > 1 && word.at <= at + 1 && word.at + word.length > at
  );
  if (isPhrase) return found;
  const before = found.filter((word) => word.at < at);
  const from = before.length === 0 ? 0 : at;
  const after = found.filter((word) => word.at >= at && word.strength < 0 || word.at >= at + length);
  return [...before, { at: from, length: at + length - from, strength, isCertain: true }, ...after];
}
