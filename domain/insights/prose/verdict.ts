import type { SentimentCounts } from "../figures/sentiment_counts.ts";
import { countText, leastCount } from "./counted_words.ts";
import { framed, type Frames } from "./frames.ts";
import { FEWEST_OPINIONS, type Leaning, leaningOf } from "./leaning.ts";

// Of what is said, not of what is: a reader can look it up. {least} is a number that is surely reached. The label stands
// before a colon, so that it may be a noun, an adjective or a whole sentence; "this" is right of one thing and of many.
const SAID: Readonly<Record<NonNullable<Leaning>, readonly string[]>> = {
  "praise alone": [
    "{label}: at least {least} reviews speak of this, nearly all of them with praise.",
    "{label}: nearly all opinions are praise; at least {least} reviews speak of this.",
    "{label}: hardly anything but praise; at least {least} reviews speak of this.",
  ],
  "praise": [
    "{label}: at least {least} reviews speak of this, and praise clearly outweighs complaints.",
    "{label}: most opinions are praise; at least {least} reviews speak of this.",
    "{label}: there is much more praise than criticism; at least {least} reviews speak of this.",
    "{label}: praise is far commoner than complaints, and at least {least} reviews speak of this.",
  ],
  "divided": [
    "{label}: opinions differ; at least {least} reviews speak of this, some with praise and some with complaints.",
    "{label}: at least {least} reviews speak of this, and they are of two minds.",
    "{label}: there is both praise and criticism; at least {least} reviews speak of this.",
    "{label}: some praise and some complain; at least {least} reviews speak of this.",
    "{label}: opinions are mixed, and at least {least} reviews speak of this.",
  ],
  "complaints": [
    "{label}: at least {least} reviews speak of this, and complaints clearly outweigh praise.",
    "{label}: most opinions are complaints; at least {least} reviews speak of this.",
    "{label}: there is much more criticism than praise; at least {least} reviews speak of this.",
    "{label}: complaints are far commoner than praise, and at least {least} reviews speak of this.",
  ],
  "complaints alone": [
    "{label}: at least {least} reviews speak of this, nearly all of them with complaints.",
    "{label}: nearly all opinions are criticism; at least {least} reviews speak of this.",
    "{label}: hardly anything but criticism; at least {least} reviews speak of this.",
  ],
};

// Nobody praises a side effect: who speaks well of it was spared, or it went away.
const SAID_OF_BURDENS: typeof SAID = {
  "praise alone": [
    "{label}: at least {least} reviews speak of this, nearly all from customers who were spared or found relief.",
    "{label}: nearly all were spared or found relief; at least {least} reviews speak of this.",
  ],
  "praise": [
    "{label}: at least {least} reviews speak of this, and those who were spared outnumber those who complain.",
    "{label}: far more were spared than complain; at least {least} reviews speak of this.",
    "{label}: more were spared than complain; at least {least} reviews speak of this.",
  ],
  "divided": [
    "{label}: at least {least} reviews speak of this; some complain, others were spared.",
    "{label}: experiences differ; at least {least} reviews speak of this, some with complaints.",
    "{label}: some complain and others were spared; at least {least} reviews speak of this.",
  ],
  "complaints": [
    "{label}: at least {least} reviews speak of this, and those who complain clearly outnumber those who were spared.",
    "{label}: most reports are complaints; at least {least} reviews speak of this.",
    "{label}: far more complain than were spared; at least {least} reviews speak of this.",
  ],
  "complaints alone": [
    "{label}: at least {least} reviews speak of this, nearly all of them to complain.",
    "{label}: nearly all reports are complaints; at least {least} reviews speak of this.",
  ],
};

/** Where no side is sure: "opinions differ" at 69 % and "most" at 71 % would say opposite things of the same reviews. */
const COUNTED = [
  "{label}: at least {least} reviews speak of this.",
  "{label}: this comes up in at least {least} reviews.",
];

/**
 * What reviews say of an aspect, in a sentence: to which side they lean, if that is sure, and how many speak of it at
 * least. Null of fewer than ten opinions, and when all the ways to say it are used up.
 *
 * @param label As it was written.
 * @param isBurden Whether nobody wants it.
 */
export function verdict(counts: SentimentCounts, label: string, frames: Frames, isBurden = false): string | null {
  const { positive, neutral, negative } = counts;
  if (positive + negative < FEWEST_OPINIONS) return null;
  const leaning = leaningOf(counts);
  const frame = frames.next(leaning === null ? COUNTED : (isBurden ? SAID_OF_BURDENS : SAID)[leaning]);
  return frame && framed(frame, { label, least: countText(leastCount(positive + neutral + negative)) });
}
