import { type WeightedValue, weightedValues } from "../../domain/documents/content_negotiation.ts";

interface Preference {
  readonly weight: number;
  /** Specificity: 2 for the media type itself, 1 for a type with any subtype, 0 for any type. */
  readonly precision: number;
  /** Index in the field. */
  readonly place: number;
}

/**
 * Whether `Accept` prefers one media type to another (RFC 9110 12.5.1): by weight, then by specificity, then by order.
 * False if the client has no preference.
 */
export function prefersType(accept: string | null, wanted: string, other: string): boolean {
  const ranges = weightedValues(accept ?? "");
  const [first, second] = [preferenceFor(wanted, ranges), preferenceFor(other, ranges)];
  if (first.weight === 0) return false;
  if (first.weight !== second.weight) return first.weight > second.weight;
  if (first.precision !== second.precision) return first.precision > second.precision;
  return first.place < second.place;
}

function preferenceFor(mediaType: string, ranges: readonly WeightedValue[]): Preference {
  const names = ["*/*", `${mediaType.split("/")[0]}/*`, mediaType];
  const found = ranges.map(({ name, weight }, place) => ({ weight, precision: names.indexOf(name), place }));
  return found.filter(({ precision }) => precision >= 0).sort((a, b) => b.precision - a.precision)[0] ??
    { weight: 0, precision: 0, place: 0 };
}

/**
 * Whether a client gets the HTML page: unless `Accept` prefers JSON or does not accept HTML. Clients that accept any
 * type get the page, because preview programs send no more specific header.
 * @param accept Value of the field; null if absent.
 */
export function isPageWanted(accept: string | null): boolean {
  return accept === null ||
    preferenceFor("text/html", weightedValues(accept)).weight > 0 &&
      !prefersType(accept, "application/json", "text/html");
}

/** Whether `Accept` names HTML and does not prefer JSON, i.e. the client is a browser. */
export function isBrowser(accept: string | null): boolean {
  if (accept === null) return false;
  const { weight, precision } = preferenceFor("text/html", weightedValues(accept));
  return weight > 0 && precision === 2 && isPageWanted(accept);
}
