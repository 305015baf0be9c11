import { type WeightedValue, weightedValues } from "../../domain/quality_values.ts";

interface Preference {
  readonly weight: number;
  /** 2 for the media type itself, 1 for its kind (`text/*`), 0 for any. */
  readonly precision: number;
  /** Where in the field it was named. */
  readonly place: number;
}

/**
 * Tells whether `Accept` prefers `application/json` to `text/plain` (RFC 9110 12.5.1): by weight, then
 * by what is named more precisely, then by what is named first. A client that does not say gets text.
 */
export function prefersJson(accept: string | null): boolean {
  const ranges = weightedValues(accept ?? "");
  const json = preferenceFor("application/json", ranges);
  const text = preferenceFor("text/plain", ranges);
  if (json.weight === 0) return false;
  if (json.weight !== text.weight) return json.weight > text.weight;
  if (json.precision !== text.precision) return json.precision > text.precision;
  return json.place < text.place;
}

/** The most precise range decides over a media type, whatever the others weigh. */
function preferenceFor(mediaType: string, ranges: readonly WeightedValue[]): Preference {
  const names = ["*/*", `${mediaType.split("/")[0]}/*`, mediaType];
  const found = ranges.map(({ name, weight }, place) => ({ weight, precision: names.indexOf(name), place }));
  return found.filter(({ precision }) => precision >= 0).sort((a, b) => b.precision - a.precision)[0] ??
    { weight: 0, precision: 0, place: 0 };
}
