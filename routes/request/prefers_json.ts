import { type WeightedValue, weightedValues } from "../../domain/quality_values.ts";

interface Preference {
  readonly weight: number;
  /** Specificity: 2 for the media type itself, 1 for a type with any subtype, 0 for any type. */
  readonly precision: number;
  /** Index in the field. */
  readonly place: number;
}

/**
 * Whether `Accept` prefers `application/json` to `text/plain` (RFC 9110 12.5.1): by weight, then by specificity, then
 * by order. Text if the client does not say.
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

/** The most specific range for a media type determines its weight (RFC 9110 12.5.1). */
function preferenceFor(mediaType: string, ranges: readonly WeightedValue[]): Preference {
  const names = ["*/*", `${mediaType.split("/")[0]}/*`, mediaType];
  const found = ranges.map(({ name, weight }, place) => ({ weight, precision: names.indexOf(name), place }));
  return found.filter(({ precision }) => precision >= 0).sort((a, b) => b.precision - a.precision)[0] ??
    { weight: 0, precision: 0, place: 0 };
}
