import type { SentimentCounts } from "../figures/sentiment_counts.ts";
import { countText, leastCount } from "./counted_words.ts";
import { framed, type Frames } from "./frames.ts";
import { type Leaning, leaningOf } from "./leaning.ts";

// Of what is said, not of what is: a reader can look it up. {least} is a number that is surely reached.
const SAID: Readonly<Record<NonNullable<Leaning>, readonly string[]>> = {
  "praise alone": [
    "At least {least} reviews speak of {name}, nearly all of them with praise.",
    "Nearly all that reviews say of {name} is praise; at least {least} speak of it.",
    "Of {name} there is hardly anything but praise, in at least {least} reviews.",
  ],
  "praise": [
    "At least {least} reviews speak of {name}, and praise clearly outweighs complaints.",
    "Most opinions of {name} are praise; at least {least} reviews speak of it.",
    "There is much more praise of {name} than criticism, among at least {least} reviews that speak of it.",
    "Praise of {name} is far commoner than complaints, and at least {least} reviews speak of it.",
  ],
  "divided": [
    "Opinions differ: of {name}, at least {least} reviews speak, some with praise and some with complaints.",
    "At least {least} reviews speak of {name}, and they are of two minds.",
    "There is praise of {name} and criticism as well, in at least {least} reviews that speak of it.",
    "On {name}, of which at least {least} reviews speak, opinions differ.",
    "Some praise and some criticise {name}; at least {least} reviews speak of it.",
  ],
  "complaints": [
    "At least {least} reviews speak of {name}, and complaints clearly outweigh praise.",
    "Most opinions of {name} are complaints; at least {least} reviews speak of it.",
    "There is much more criticism of {name} than praise, among at least {least} reviews that speak of it.",
    "Complaints about {name} are far commoner than praise, and at least {least} reviews speak of it.",
  ],
  "complaints alone": [
    "At least {least} reviews speak of {name}, nearly all of them with complaints.",
    "Nearly all that reviews say of {name} is criticism; at least {least} speak of it.",
    "Of {name} there is hardly anything but criticism, in at least {least} reviews.",
  ],
};

/**
 * What reviews say of an aspect, in a sentence: to which side they lean, if that is sure, and how many speak of it at
 * least. Null where nothing sure can be said, or all the ways to say it are used up.
 *
 * @param name As it stands in a sentence.
 */
export function verdict(counts: SentimentCounts, name: string, frames: Frames): string | null {
  const leaning = leaningOf(counts);
  const frame = leaning === null ? null : frames.next(SAID[leaning]);
  if (frame === null) return null;
  const { positive, neutral, negative } = counts;
  return framed(frame, { name, least: countText(leastCount(positive + neutral + negative)) });
}
