import type { ContentCoding } from "./representation.ts";
import { weightedValues } from "../quality_values.ts";

/** The codings that a client accepts, in order of preference: by weight, among equals by what suits the body. */
export interface AcceptedCodings {
  /** For a body that was compressed long before: the smallest first. */
  readonly ofPrepared: readonly ContentCoding[];
  /** For a body that is compressed for this request: the quickest first. */
  readonly ofMade: readonly ContentCoding[];
  /** The same as one text, for keys. */
  readonly made: string;
}

const SMALLEST_FIRST: readonly ContentCoding[] = ["br", "zstd", "gzip", "identity"];
const QUICKEST_FIRST: readonly ContentCoding[] = ["zstd", "gzip", "br", "identity"];
// Identity is acceptable unless refused, but after every coding that is listed.
const UNNAMED_IDENTITY = 0.0001;
const MOST_KEPT = 256;
const IDENTITY: AcceptedCodings = { ofPrepared: ["identity"], ofMade: ["identity"], made: "identity" };

const known = new Map<string, AcceptedCodings>();

/**
 * The content codings that a client accepts by `Accept-Encoding` (RFC 9110 12.5.3); without `identity` where the field
 * refuses it (`identity;q=0`, `*;q=0`), so that the lists may be empty.
 *
 * @param field The field's value; null if absent. Then identity alone: any coding would be allowed, but clients that
 * name none often support none.
 */
export function acceptedCodings(field: string | null): AcceptedCodings {
  if (field === null) return IDENTITY;
  let accepted = known.get(field);
  if (accepted === undefined) {
    // Clients use a handful of values; the limit is against one that makes up new ones.
    if (known.size >= MOST_KEPT) known.clear();
    accepted = readField(field);
    known.set(field, accepted);
  }
  return accepted;
}

function readField(field: string): AcceptedCodings {
  const weights = new Map(weightedValues(field).map(({ name, weight }) => [name === "x-gzip" ? "gzip" : name, weight]));
  const any = weights.get("*");
  const weightOf = (coding: ContentCoding) =>
    weights.get(coding) ?? (coding === "identity" ? any === 0 ? 0 : UNNAMED_IDENTITY : any ?? 0);
  const inOrder = (preference: readonly ContentCoding[]) =>
    preference.map((coding) => ({ coding, weight: weightOf(coding) }))
      .filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight).map(({ coding }) => coding);
  const ofMade = inOrder(QUICKEST_FIRST);
  return { ofPrepared: inOrder(SMALLEST_FIRST), ofMade, made: ofMade.join() };
}
