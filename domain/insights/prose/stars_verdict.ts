import { meanOf } from "../numbers.ts";
import { countText } from "./counted_words.ts";
import { framed, type Frames } from "./frames.ts";

const [HIGH, HIGHEST] = [4, 5];

const ALL_HIGHEST = [
  "All {count} reviews that {verb} {name} give five stars.",
  "Five stars in each of the {count} reviews that {verb} {name}.",
  "{count} reviews {verb} {name}, each with five stars.",
];
const MEANS = [
  "{count} reviews {verb} {name}, with {mean} on average.",
  "The {count} reviews that {verb} {name} give {mean} on average.",
  "On average {mean}, from {count} reviews that {verb} {name}.",
  "Reviews that {verb} {name} give {mean} on average; there are {count} of them.",
];
/** Of what is mentioned in other words as well. */
const LEAST = [
  "At least {count} reviews {verb} {name}, with {mean} on average.",
  "Reviews that {verb} {name} give {mean} on average; there are at least {count} of them.",
  "On average {mean}, from at least {count} reviews that {verb} {name}.",
  "Where reviews {verb} {name}, the average is {mean}; at least {count} do.",
];
const SHARES = [
  "Of {count} reviews that {verb} {name}, {high} give four or five stars; the average is {mean}.",
  "{high} of the {count} reviews that {verb} {name} give four or five stars.",
  "{count} reviews {verb} {name}, and {high} of them give four or five stars.",
  "The average is {mean} where reviews {verb} {name}, and {high} of these {count} give four or five.",
];

/**
 * How reviews rate that name somebody or something, by their stars alone, which anybody can count: no figure of it is
 * judged. Null when all the ways to say it are used up.
 *
 * @param verb What a review does: `mention` or `name`.
 * @param isNamed Whether it is a name, so that these are all the reviews that speak of it. Of "water heater" others
 * speak in other words.
 * @param ratings Of these reviews, 1 to 5; two at least.
 */
export function starsVerdict(
  ratings: readonly number[],
  { name, verb, isNamed }: { readonly name: string; readonly verb: string; readonly isNamed: boolean },
  frames: Frames,
): string | null {
  const high = ratings.filter((rating) => rating >= HIGH).length;
  const mean = meanOf(ratings, 2);
  const frame = frames.next(
    !isNamed
      ? LEAST
      : ratings.every((rating) => rating === HIGHEST)
      ? ALL_HIGHEST
      : high > 1 && high < ratings.length
      ? [MEANS[0]!, SHARES[0]!, MEANS[1]!, SHARES[1]!, MEANS[2]!, SHARES[2]!, MEANS[3]!, SHARES[3]!]
      : MEANS,
  );
  return frame && framed(frame, {
    name,
    verb,
    count: countText(ratings.length),
    high: countText(high),
    mean: `${mean} ${mean === 1 ? "star" : "stars"}`,
  });
}
