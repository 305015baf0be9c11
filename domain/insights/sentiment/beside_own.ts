import { counts } from "../rule_groups.ts";
import type { Word } from "../text/words_of.ts";
import type { OwnOpinion } from "./own/own_opinion.ts";
import type { PolarWord } from "./polar_word.ts";

/** How near praise stands to a burden that it is of. */
const PRAISED_WITHIN = 4;
/** "To the point where I bled" holds a fainter word. */
const LEAST_PRAISE = 1;
/** "Suffered greatly with cramps" praises none. */
const DEGREE = "greatly";
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
  // By place: a clause may be thousands of both.
  const foundAt = new Map(found.flatMap((word) => placesOf(word).map((place) => [place, word] as const)));
  const decided = own.filter((one) => !isPraisedAt(foundAt, one, words));
  const said = new Set(decided.flatMap(placesOf));
  const beforePraise = new Set(decided.flatMap(({ at, strength }) => strength > 0 ? [at - 1] : []));
  const others = found.filter((word) =>
    !placesOf(word).some((place) => said.has(place) || word.strength < 0 && beforePraise.has(place))
  );
  return [...others, ...decided].sort((a, b) => a.at - b.at);
}

function placesOf({ at, length }: { readonly at: number; readonly length: number }): readonly number[] {
  return Array.from({ length }, (_, index) => at + index);
}

/** Whether a burden that is only named is praised beside it: "the queues were brilliantly run". */
function isPraisedAt(
  foundAt: ReadonlyMap<number, PolarWord>,
  { at, length, strength, kind }: OwnOpinion,
  words: readonly Word[],
): boolean {
  if (!counts("praise_of_burdens") || strength >= 0 || kind === "verdict") return false;
  for (let place = at - PRAISED_WITHIN; place < at + length + PRAISED_WITHIN; place++) {
    const word = foundAt.get(place);
    if (word === undefined || word.strength < LEAST_PRAISE || words[word.at]?.text === DEGREE) continue;
    const isBefore = word.at < at;
    const [from, to] = isBefore ? [word.at + word.length - 1, at] : [at + length - 1, word.at];
    const between = words.slice(from + 1, to + 1);
    if (to - from > PRAISED_WITHIN || between.some(({ isAfterBreak }) => isAfterBreak)) continue;
    if (isBefore || words.slice(from, to).some(({ text }) => BEING.has(text))) return true;
  }
  return false;
}
