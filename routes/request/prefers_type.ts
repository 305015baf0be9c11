import { type WeightedValue, weightedValues } from "../../domain/quality_values.ts";

interface Preference {
  readonly weight: number;
  /** Specificity: 2 for the media type itself, 1 for a type with any subtype, 0 for any type. */
  readonly precision: number;
  /** Index in the field. */
  readonly place: number;
}

/**
 * Whether `Accept` prefers one media type to another (RFC 9110 12.5.1): by weight, then by specificity, then by order.
 * The other one if the client does not say.
 */
export function prefersType(accept: string | null, wanted: string, other: string): boolean {
  const ranges = weightedValues(accept ?? "");
  const [first, second] = [preferenceFor(wanted, ranges), preferenceFor(other, ranges)];
  if (first.weight === 0) return false;
  if (first.weight !== second.weight) return first.weight > second.weight;
  if (first.precision !== second.precision) return first.precision > second.precision;
  return first.place < second.place;
}

/** The most specific range for a media type determines its weight (RFC 9110 12.5.1). */
function preferenceFor(mediaType: string, ranges: readonly WeightedValue[]): Preference {
  const names = ["*/*", `${mediaType.split("/")[0]}/*`, mediaType];
  const found = ranges.map(({ name, weight }, place) => ({ weight, precision: names.indexOf(name), place }));
  return found.filter(({ precision }) => precision >= 0).sort((a, b) => b.precision - a.precision)[0] ??
    { weight: 0, precision: 0, place: 0 };
}
