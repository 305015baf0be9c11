const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A time in UTC to the minute: `2026-05-01 12:00`. Milliseconds since 1970, as all times here. */
export function shownTime(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace("T", " ");
}

/** A time in UTC to the second: `2026-05-01 12:00:59`. */
export function shownSecond(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace("T", " ");
}

/** A time that is usually near: `12:00`, with the date if it is not today. */
export function shownNearTime(at: number, now: number): string {
  const [day, time] = shownTime(at).split(" ");
  return day === shownTime(now).split(" ")[0] ? `${time}` : `${day} ${time}`;
}

/** A duration in the largest unit that fits: `40 s`, `3 min`, `5 h`, `12 d`. */
export function shownDuration(milliseconds: number): string {
  if (milliseconds < MINUTE_MS) return `${Math.max(0, Math.floor(milliseconds / 1000))} s`;
  if (milliseconds < HOUR_MS) return `${Math.floor(milliseconds / MINUTE_MS)} min`;
  if (milliseconds < 2 * DAY_MS) return `${Math.floor(milliseconds / HOUR_MS)} h`;
  return `${Math.floor(milliseconds / DAY_MS)} d`;
}

/** A time as RFC 3339, for programs; null for 0, which the store uses for "none". */
export function timestamp(at: number): string | null {
  return at === 0 ? null : new Date(at).toISOString();
}
