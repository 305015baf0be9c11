import { type ContentCoding, zstd } from "./representation.ts";

const SMALLEST_FIRST: readonly ContentCoding[] = ["br", "zstd", "gzip", "identity"];
const QUICKEST_FIRST: readonly ContentCoding[] = [...zstd === null ? [] : ["zstd"] as const, "gzip", "br", "identity"];
// Identity is acceptable unless refused, but ranks below every listed coding.
const UNNAMED_IDENTITY = 0.0001;

/**
 * Content codings that a client accepts by `Accept-Encoding` (RFC 9110 12.5.3). Without `identity` if the field refuses
 * it (`identity;q=0`, `*;q=0`), so the lists may be empty. The highest weight comes first.
 *
 * @param field Value of the field; null if absent. The result is then only identity. RFC 9110 allows any coding, but
 * clients without the field often support none.
 * @returns `ofPrepared` for a body that was compressed in advance: of equal weights, the smallest result first.
 * `ofMade` for a body that is compressed for this request: the quickest first, and only what Deno can make.
 */
export function acceptedCodings(field: string | null) {
  const weights = new Map(
    weightedValues(field ?? "identity").map(({ name, weight }) => [name === "x-gzip" ? "gzip" : name, weight]),
  );
  const any = weights.get("*");
  const weightOf = (coding: ContentCoding) =>
    weights.get(coding) ?? (coding === "identity" ? any === 0 ? 0 : UNNAMED_IDENTITY : any ?? 0);
  const inOrder = (preference: readonly ContentCoding[]) =>
    preference.map((coding) => ({ coding, weight: weightOf(coding) }))
      .filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight).map(({ coding }) => coding);
  return { ofPrepared: inOrder(SMALLEST_FIRST), ofMade: inOrder(QUICKEST_FIRST) };
}

const WEIGHT = /^\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*$/i;

/** One member of a field with quality values, such as `Accept`. */
export interface WeightedValue {
  /** In lower case, without parameters: `text/html`, `gzip`, `*`. */
  readonly name: string;
  /** From 0 (not acceptable) to 1; 1 if `q` is absent or malformed. */
  readonly weight: number;
}

/** Parses a field with quality values, keeping the order (RFC 9110 12.4.2). An empty field gives one empty name. */
export function weightedValues(field: string): readonly WeightedValue[] {
  return field.split(",").map((member) => {
    const [name = "", ...parameters] = member.split(";");
    const weight = parameters.map((text) => WEIGHT.exec(text)?.[1]).find((found) => found !== undefined);
    return { name: name.trim().toLowerCase(), weight: Number(weight ?? 1) };
  });
}
