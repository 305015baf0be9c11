import type { ContentCoding } from "../../domain/documents/representation.ts";
import { weightedValues } from "../../domain/quality_values.ts";

// Smallest first; decides between codings of equal weight.
const PREFERENCE: readonly ContentCoding[] = ["br", "zstd", "gzip", "identity"];
// Identity is acceptable unless refused, but after every coding that is listed.
const UNNAMED_IDENTITY = 0.0001;
const MOST_KEPT = 256;

const orders = new Map<string, readonly ContentCoding[]>();

/**
 * Chooses the content coding of a response by `Accept-Encoding` (RFC 9110 12.5.3): the highest weight, among equals the
 * smallest. Identity if the client refuses all available codings.
 *
 * @param field The field's value; null if absent. Then identity: any coding would be allowed, but clients that name
 * none often support none.
 */
export function chooseCoding(field: string | null, available: (coding: ContentCoding) => boolean): ContentCoding {
  if (field === null) return "identity";
  let order = orders.get(field);
  if (order === undefined) {
    // Clients use a handful of values; the limit is against one that makes up new ones.
    if (orders.size >= MOST_KEPT) orders.clear();
    order = acceptableCodings(field);
    orders.set(field, order);
  }
  return order.find(available) ?? "identity";
}

/** The codings that a client accepts, in order of preference. */
function acceptableCodings(field: string): readonly ContentCoding[] {
  const weights = new Map(weightedValues(field).map(({ name, weight }) => [name === "x-gzip" ? "gzip" : name, weight]));
  const any = weights.get("*");
  const weightOf = (coding: ContentCoding) =>
    weights.get(coding) ?? (coding === "identity" ? any === 0 ? 0 : UNNAMED_IDENTITY : any ?? 0);
  return PREFERENCE.map((coding) => ({ coding, weight: weightOf(coding) }))
    .filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight).map(({ coding }) => coding);
}
