import type { ContentCoding } from "../../domain/documents/representation.ts";
import { weightedValues } from "../../domain/quality_values.ts";

// Smallest first; ties in the client's weights are settled in this order.
const PREFERENCE: readonly ContentCoding[] = ["br", "zstd", "gzip", "identity"];
// Identity is always acceptable unless refused, but any coding that is named goes before it.
const UNNAMED_IDENTITY = 0.0001;
const MOST_KEPT = 256;

const orders = new Map<string, readonly ContentCoding[]>();

/**
 * Chooses the content coding of an answer from `Accept-Encoding` (RFC 9110 12.5.3): the highest
 * weight, and among equals the smallest body. When the client refuses everything on offer, identity.
 *
 * @param field The header, or null when it is absent: identity then, as RFC 9110 lets any coding be
 * sent but a client that names none can often read none.
 */
export function chooseCoding(field: string | null, available: (coding: ContentCoding) => boolean): ContentCoding {
  if (field === null) return "identity";
  let order = orders.get(field);
  if (order === undefined) {
    // Browsers send a handful of different fields; the bound is against a client that invents them.
    if (orders.size >= MOST_KEPT) orders.clear();
    order = acceptableCodings(field);
    orders.set(field, order);
  }
  return order.find(available) ?? "identity";
}

/** The codings that a client accepts, the best first. */
function acceptableCodings(field: string): readonly ContentCoding[] {
  const weights = new Map(weightedValues(field).map(({ name, weight }) => [name === "x-gzip" ? "gzip" : name, weight]));
  const any = weights.get("*");
  const weightOf = (coding: ContentCoding) =>
    weights.get(coding) ?? (coding === "identity" ? any === 0 ? 0 : UNNAMED_IDENTITY : any ?? 0);
  return PREFERENCE.map((coding) => ({ coding, weight: weightOf(coding) }))
    .filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight).map(({ coding }) => coding);
}
