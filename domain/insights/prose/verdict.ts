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
    "Opinions differ: at least {least} reviews speak of {name}, some with praise and some with complaints.",
    "At least {least} reviews speak of {name}, and they are of two minds.",
    "There is praise of {name} and criticism as well, in at least {least} reviews that speak of it.",
    "Opinions of {name} differ, among at least {least} reviews that speak of it.",
    "Of {name} some speak with praise and some with criticism, in at least {least} reviews.",
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

// Nobody praises a side effect: who speaks well of it was spared it, or it went away.
const SAID_OF_BURDENS: typeof SAID = {
  "praise alone": [
    "At least {least} reviews speak of {name}, nearly all of them to say that there was none or that it got better.",
    "Of {name} nearly all that speak of it were spared or tell that it got better, in at least {least} reviews.",
  ],
  "praise": [
    "At least {least} reviews speak of {name}, and those that tell of none or that it got better outnumber complaints.",
    "Far more reviews were spared {name}, or tell that it got better, than complain; at least {least} speak of it.",
    "More reviews tell that {name} stayed away or got better than complain of it, among at least {least}.",
  ],
  "divided": [
    "At least {least} reviews speak of {name}: some complain, others had none or found that it got better.",
    "Experiences with {name} differ, in at least {least} reviews: some complain, others had none or tell of relief.",
    "In at least {least} reviews, some complain of {name} and others tell of none or of relief.",
  ],
  "complaints": [
    "At least {least} reviews speak of {name}, and complaints clearly outnumber reports of none or of relief.",
    "Most reports of {name} are complaints, in at least {least} reviews.",
    "Complaints of {name} are far commoner than reports of none, in at least {least} reviews.",
  ],
  "complaints alone": [
    "At least {least} reviews speak of {name}, nearly all of them to complain.",
    "Nearly all reports of {name} are complaints, in at least {least} reviews.",
  ],
};

/**
 * What reviews say of an aspect, in a sentence: to which side they lean, if that is sure, and how many speak of it at
 * least. Null where nothing sure can be said, or all the ways to say it are used up.
 *
 * @param name As it stands in a sentence.
 * @param isBurden Whether nobody wants it.
 */
export function verdict(counts: SentimentCounts, name: string, frames: Frames, isBurden = false): string | null {
  const leaning = leaningOf(counts);
  const frame = leaning === null ? null : frames.next((isBurden ? SAID_OF_BURDENS : SAID)[leaning]);
  if (frame === null) return null;
  const { positive, neutral, negative } = counts;
  return framed(frame, { name, least: countText(leastCount(positive + neutral + negative)) });
}
