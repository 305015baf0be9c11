import { wordList } from "../../text/word_list.ts";
import { textAt, type Word } from "../../text/words_of.ts";
import type { TellingEvent } from "./time_strength.ts";

const ARRIVES = wordList("arrived came pulled showed turned rolled got knock knocked rang");
const HOURS: ReadonlyMap<string, number> = new Map(
  ("one two three four five six seven eight nine ten eleven twelve".split(" ").map((name, at) =>
    [name, at + 1] as const
  ))
    .concat([["noon", 12], ["midday", 12]]),
);
const CLOCK = /^(\d{1,2})(?:am|pm)?$/;
const MINUTES = /^[0-5]\d$/;
/** Of a window: "8-10" is none of minutes. */
const QUARTERS = /^(?:00|15|30|45)$/;
const TO = wordList("to and till until");
/** One of these stands near a window, or the times are joined by a dash. */
const ANNOUNCES = wordList("window between appointment scheduled slot said promised booked");
const AFTER_ARRIVAL = wordList("up here there at around about in by to exactly");
const REACH = 4;
const HALF_DAY = 12;
/** Nobody minds so much, in hours. */
const GRACE = 0.25;
const EARLY = 0.5;
const KEPT = 1.7;
const MISSED = -2;

/** Words at which the end of a wait for somebody may be told. */
export const ARRIVAL_CUES: ReadonlySet<string> = ARRIVES;

/** Whether somebody arrived in the window that was announced before: "8-10 window, he pulled up at 8:20"; null if no window is told. */
export function windowEventAt(words: readonly Word[], at: number): TellingEvent | null {
  if (!ARRIVES.has(textAt(words, at))) return null;
  const arrival = timeAfter(words, at) ?? timeBefore(words, at);
  if (arrival === null) return null;
  const window = windowBefore(words, Math.min(at, arrival.at));
  if (window === null) return null;
  const isKept = [arrival.hour, arrival.hour + HALF_DAY].some((hour) =>
    hour >= window.from - EARLY && hour <= window.to + GRACE
  );
  return { length: Math.max(1, arrival.end - at), strength: isKept ? KEPT : MISSED, isSettled: true };
}

interface Time {
  readonly hour: number;
  /** Places in the clause. */
  readonly at: number;
  readonly end: number;
}

/** "Came at 5:50", "arrived 6:30". */
function timeAfter(words: readonly Word[], at: number): Time | null {
  for (let index = at + 1; index <= at + REACH; index++) {
    const time = timeAt(words, index);
    if (time !== null) return time;
    if (!AFTER_ARRIVAL.has(textAt(words, index))) return null;
  }
  return null;
}

/** "At 10:02 there was a knock". */
function timeBefore(words: readonly Word[], at: number): Time | null {
  for (let index = at - 1; index >= Math.max(1, at - REACH - 1); index--) {
    if (textAt(words, index - 1) === "at") return timeAt(words, index);
  }
  return null;
}

function windowBefore(words: readonly Word[], end: number): { readonly from: number; readonly to: number } | null {
  for (let index = 0; index < end; index++) {
    const from = timeAt(words, index, QUARTERS);
    if (from === null) continue;
    const isWord = TO.has(textAt(words, from.end));
    const to = timeAt(words, from.end + Number(isWord), QUARTERS);
    if (to === null || to.at >= end) continue;
    const isDashed = !isWord && (words[to.at]?.start ?? 0) - (words[to.at - 1]?.end ?? 0) <= 3;
    if (!isDashed && !words.slice(Math.max(0, index - 6), end).some(({ text }) => ANNOUNCES.has(text))) continue;
    return { from: from.hour, to: to.hour <= from.hour ? to.hour + HALF_DAY : to.hour };
  }
  return null;
}

/** The time of the clock at a place: "8", "8:20", "ten", "noon". */
function timeAt(words: readonly Word[], at: number, minutes = MINUTES): Time | null {
  const text = textAt(words, at);
  const hour = HOURS.get(text) ?? Number(CLOCK.exec(text)?.[1] ?? NaN);
  if (!(hour >= 1 && hour <= HALF_DAY)) return null;
  const next = words[at + 1];
  const isExact = next !== undefined && minutes.test(next.text) && next.start === (words[at]?.end ?? 0) + 1;
  return { hour: hour + (isExact ? Number(next.text) / 60 : 0), at, end: at + (isExact ? 2 : 1) };
}
