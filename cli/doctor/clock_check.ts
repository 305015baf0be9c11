import { fault, type Finding, ok, warning } from "./finding.ts";

/** What the clock of this machine is compared with; milliseconds since 1970. */
export interface ClockEvidence {
  readonly now: number;
  /** When the newest revision was published; null where none is. */
  readonly publishedAt: number | null;
  /** The time that an answer at `BASE_URL` names (RFC 9110 6.6.1); null without one. */
  readonly answeredAt: number | null;
}

/** When this version was written: no right clock is earlier. */
const WRITTEN_AT = Date.parse("2026-11-01");
/** A revision may be some seconds ahead, as each is at least a second later than the one before. */
const MOST_AHEAD_MS = 60_000;
const SET_IT = "Set the clock of this machine, and have it kept right (NTP).";

/** Judges the clock of this machine. */
export function checkClock({ now, publishedAt, answeredAt }: ClockEvidence): Finding {
  const shown = `It is ${new Date(now).toISOString().slice(0, 19)}Z here`;
  if (now < WRITTEN_AT) return fault("clock", `${shown}, which is before this version was written.`, SET_IT);
  if (publishedAt !== null && publishedAt - now > MOST_AHEAD_MS) {
    const ahead = new Date(publishedAt).toISOString().slice(0, 19);
    return warning("clock", `${shown}, and the newest revision was published at ${ahead}Z.`, SET_IT);
  }
  if (answeredAt !== null && Math.abs(answeredAt - now) > MOST_AHEAD_MS) {
    const seconds = Math.round(Math.abs(answeredAt - now) / 1000);
    return warning("clock", `${shown}, ${seconds} seconds off from the answer at BASE_URL.`, SET_IT);
  }
  return ok("clock", `${shown}.`);
}
