// IMF-fixdate, RFC 850, asctime (RFC 9110 5.6.7).
const HTTP_DATES = [
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]+day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];

interface Validators {
  readonly entityTag: string;
  /** Time of the last change, in milliseconds since 1970; null if the resource has none. */
  readonly lastModified: number | null;
}

type Outcome = "proceed" | "not modified" | "failed";

/**
 * Evaluates the preconditions of a GET or HEAD in the order of RFC 9110 13.2.2: `If-Match` by strong comparison,
 * `If-Unmodified-Since` only if that field is absent; then `If-None-Match` by weak comparison, `If-Modified-Since` only
 * if that field is absent.
 */
export function evaluatePreconditions(headers: Headers, { entityTag, lastModified }: Validators): Outcome {
  /** Whether the time of the last change, in whole seconds, is not after that of a field; null without a valid one. */
  const isUnchangedSince = (name: string) => {
    const time = lastModified === null ? null : parseHttpDate(headers.get(name) ?? "");
    return time === null || lastModified === null ? null : Math.floor(lastModified / 1000) * 1000 <= time;
  };
  const ifMatch = headers.get("if-match");
  const isWanted = ifMatch === null
    ? isUnchangedSince("if-unmodified-since") ?? true
    : matchesAny(ifMatch, entityTag, STRONG_TAGS);
  if (!isWanted) return "failed";
  const ifNoneMatch = headers.get("if-none-match");
  const isKnown = ifNoneMatch === null
    ? isUnchangedSince("if-modified-since") ?? false
    : matchesAny(ifNoneMatch, entityTag, ALL_TAGS);
  return isKnown ? "not modified" : "proceed";
}

// A tag may contain commas, so a list cannot be split at commas.
const ALL_TAGS = /(?:^|,)[ \t]*(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")(?=[ \t]*(?:,|$))/g;
const STRONG_TAGS = /(?:^|,)[ \t]*("[\x21\x23-\x7e\x80-\xff]*")(?=[ \t]*(?:,|$))/g;

function matchesAny(field: string, entityTag: string, tags: RegExp): boolean {
  return field === "*" || field.matchAll(tags).some(([, tag]) => tag === entityTag);
}

function parseHttpDate(text: string): number | null {
  if (!HTTP_DATES.some((form) => form.test(text))) return null;
  const time = Date.parse(text.endsWith(" GMT") ? text : `${text} GMT`);
  return Number.isNaN(time) ? null : time;
}
