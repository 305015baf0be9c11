const IMF_FIXDATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const RFC_850_DATE = /^[A-Z][a-z]+day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/;
const ASCTIME_DATE = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/** The validators of a representation (RFC 9110 8.8). */
export interface Validators {
  /** Strong entity tag of the selected representation. */
  readonly entityTag: string;
  /** Time of the last change, in milliseconds since 1970; null if the resource has none. */
  readonly lastModified: number | null;
}

/** Result of the preconditions: the answer itself, a 304 or a 412. */
type Outcome = "proceed" | "not modified" | "failed";

/**
 * Evaluates the preconditions of a GET or HEAD in the order of RFC 9110 13.2.2: `If-Match` by strong comparison;
 * `If-Unmodified-Since` only if that field is absent; then those that may lead to a 304.
 */
export function evaluatePreconditions(headers: Headers, validators: Validators): Outcome {
  const ifMatch = headers.get("if-match");
  if (ifMatch !== null) {
    if (!matchesAny(ifMatch, validators.entityTag, STRONG_TAGS)) return "failed";
  } else if (validators.lastModified !== null) {
    const time = parseHttpDate(headers.get("if-unmodified-since") ?? "");
    if (time !== null && wholeSeconds(validators.lastModified) > time) return "failed";
  }
  return isNotModified(headers, validators) ? "not modified" : "proceed";
}

/**
 * Whether a GET or HEAD is answered with 304: `If-None-Match` by weak comparison; `If-Modified-Since` only if that
 * field is absent (RFC 9110 13.1.2, 13.1.3, 13.2.2).
 */
export function isNotModified(headers: Headers, validators: Validators): boolean {
  const ifNoneMatch = headers.get("if-none-match");
  if (ifNoneMatch !== null) {
    return matchesAny(ifNoneMatch, validators.entityTag, ALL_TAGS);
  }
  if (validators.lastModified === null) return false;
  const since = headers.get("if-modified-since");
  if (since === null) return false;
  const time = parseHttpDate(since);
  return time !== null && wholeSeconds(validators.lastModified) <= time;
}

/** HTTP dates have whole seconds. */
function wholeSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000) * 1000;
}

// A tag may contain commas, so a list cannot be split at commas.
const ALL_TAGS = /(?:^|,)[ \t]*(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")(?=[ \t]*(?:,|$))/g;
const STRONG_TAGS = /(?:^|,)[ \t]*("[\x21\x23-\x7e\x80-\xff]*")(?=[ \t]*(?:,|$))/g;

function matchesAny(field: string, entityTag: string, tags: RegExp): boolean {
  // Fast path: most clients send one tag back unchanged.
  if (field === entityTag) return true;
  if (field === "*") return true;
  for (const [, tag] of field.matchAll(tags)) if (tag === entityTag) return true;
  return false;
}

/** Parses the three forms of an HTTP date (RFC 9110 5.6.7) to milliseconds since 1970; null for anything else. */
export function parseHttpDate(text: string): number | null {
  const utc = ASCTIME_DATE.test(text) ? `${text} GMT` : text;
  if (utc === text && !IMF_FIXDATE.test(text) && !RFC_850_DATE.test(text)) {
    return null;
  }
  const time = Date.parse(utc);
  return Number.isNaN(time) ? null : time;
}
