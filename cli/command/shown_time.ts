/** A time in UTC to the minute: `2026-05-01 12:00`. Milliseconds since 1970, as all times here. */
export function shownTime(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace("T", " ");
}

/** A time in UTC to the second: `2026-05-01 12:00:59`. */
export function shownSecond(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace("T", " ");
}

/** A time as RFC 3339, for programs; null for 0, which the store uses for "none". */
export function timestamp(at: number): string | null {
  return at === 0 ? null : new Date(at).toISOString();
}
