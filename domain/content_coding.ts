/** The content codings that documents are held in (RFC 9110 8.4.1). */
export type ContentCoding = "identity" | "gzip" | "br" | "zstd";

// Smallest first; ties in the client's weights are settled in this order.
const PREFERENCE: readonly ContentCoding[] = ["br", "zstd", "gzip", "identity"];

/**
 * Chooses the content coding of an answer from `Accept-Encoding` (RFC 9110 12.5.3): the highest
 * weight, and among equals the smallest body. When the client refuses everything on offer, identity.
 *
 * @param field The header, or null when it is absent: identity then, as RFC 9110 lets any coding be
 * sent but a client that names none can often read none.
 */
export function chooseCoding(
  field: string | null,
  available: (coding: ContentCoding) => boolean,
): ContentCoding {
  if (field === null) return "identity";
  const weights = new Map<string, number>();
  for (const part of field.split(",")) {
    const [name = "", ...parameters] = part.split(";");
    const coding = name.trim().toLowerCase();
    const weight = parameters.map((text) => /^\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*$/i.exec(text)?.[1])
      .find((found) => found !== undefined);
    weights.set(
      coding === "x-gzip" ? "gzip" : coding,
      weight === undefined ? 1 : Number(weight),
    );
  }
  const any = weights.get("*");
  let chosen: ContentCoding = "identity";
  let best = 0;
  for (const coding of PREFERENCE) {
    if (!available(coding)) continue;
    // Identity is always acceptable unless refused, but any named coding goes before it.
    const weight = weights.get(coding) ??
      (coding === "identity" ? any === 0 ? 0 : 0.0001 : any ?? 0);
    if (weight > best) [chosen, best] = [coding, weight];
  }
  return chosen;
}
