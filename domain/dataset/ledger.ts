import { createHash } from "node:crypto";
import { z } from "zod";
import { addedStars, StarCounts, starCounts } from "../documents/aggregate_rating.ts";
import { WithheldCounts } from "../documents/review_policy.ts";
import type { HiddenReview, Review } from "../review.ts";
import type { Store } from "../store/store.ts";
import type { Dataset } from "./dataset.ts";
import type { RevisionChanges } from "./publication.ts";

const Count = z.int().min(0);
const Hash = z.string().regex(/^[0-9a-f]{64}$/).meta({ maxLength: 64 });

/**
 * One line of the ledger: the totals of one publication. It contains the hash of the previous line. So changing an
 * earlier line changes all later hashes.
 */
export const LedgerLine = z.object({
  number: Count.meta({ description: "Position in the ledger, from 1." }),
  published_at: z.iso.datetime().meta({ description: "Time of the publication." }),
  reviews: Count.meta({ description: "Published reviews." }),
  by_stars: StarCounts.meta({ description: "The same by stars, from one to five." }),
  added: Count.meta({ description: "Reviews that this publication added." }),
  changed: Count.meta({ description: "Reviews whose content it changed." }),
  removed: StarCounts.meta({
    description: "Reviews that it withdrew, by stars from one to five: neither hidden nor erased, but no longer there.",
  }),
  withheld: WithheldCounts,
  left_out: Count.optional().meta({
    description:
      "Reviews that are published elsewhere here, as their source is off for this interface; absent if none.",
  }),
  erased: Count.meta({ description: "Reviews that were erased since the ledger began." }),
  previous: Hash.nullable().meta({ description: "The `hash` of the line before; null in the first line." }),
  hash: Hash.meta({
    description:
      'SHA-256, in hexadecimal, of the UTF-8 bytes of this line as served, without `,"hash":"…"` at its end.',
  }),
}).meta({ id: "LedgerLine", description: "The totals of one publication." });

/** The line that the schema of the same name describes. */
export type LedgerLine = Readonly<z.output<typeof LedgerLine>>;

/** The end of the ledger, which the head of the dataset contains. */
export interface LedgerEnd extends Pick<LedgerLine, "number" | "hash" | "erased"> {
  /** Time of the first line (RFC 3339). */
  readonly since: string;
  /** Sum of `removed` of all lines. */
  readonly withdrawn: StarCounts;
}

/** Prefix of the ledger's rows; the number of the line follows. Rows are never changed or removed. */
const LEDGER = "ledger";
/** Lines of one page. */
export const LEDGER_PAGE = 500;

/** The key of a line. */
export function ledgerKey(number: number): Deno.KvKey {
  return [LEDGER, number];
}

interface LedgerChanges {
  /** Null if unknown. */
  readonly counts: Pick<RevisionChanges, "added" | "changed" | "restored"> | null;
  readonly withdrawn: readonly Pick<Review, "rating">[];
  /** Number of reviews that it erases. */
  readonly erased: number;
  /** Number of reviews of sources that the API leaves out. */
  readonly leftOut?: number;
}

/**
 * Makes the line of a publication.
 *
 * @param end End of the ledger so far; null for the first line.
 */
export function nextLine(
  end: LedgerEnd | null,
  { reviews, hidden = [] }: Pick<Dataset, "reviews" | "hidden">,
  { counts, withdrawn, erased, leftOut = 0 }: LedgerChanges,
  publishedAt: string,
): LedgerLine {
  const line: Omit<LedgerLine, "hash"> = {
    number: (end?.number ?? 0) + 1,
    published_at: publishedAt,
    reviews: reviews.length,
    by_stars: starCounts(reviews),
    added: (counts?.added ?? 0) + (counts?.restored ?? 0),
    changed: counts?.changed ?? 0,
    removed: starCounts(withdrawn),
    withheld: withheldCounts(hidden),
    ...leftOut > 0 && { left_out: leftOut },
    erased: (end?.erased ?? 0) + erased,
    previous: end?.hash ?? null,
  };
  return { ...line, hash: hashOf(line) };
}

/** The end of the ledger after a further line. */
export function endAfter(end: LedgerEnd | null, line: LedgerLine): LedgerEnd {
  return {
    number: line.number,
    hash: line.hash,
    erased: line.erased,
    since: end?.since ?? line.published_at,
    withdrawn: addedStars(end?.withdrawn ?? [], line.removed),
  };
}

/** Counts withheld reviews by reason and stars. */
export function withheldCounts(hidden: readonly HiddenReview[]): Partial<Record<keyof WithheldCounts, number[]>> {
  const groups = Map.groupBy(hidden, ({ hidden_reason }) => hidden_reason ?? "not_stated");
  return Object.fromEntries([...groups].sort().map(([reason, reviews]) => [reason, starCounts(reviews)]));
}

function hashOf(line: Omit<LedgerLine, "hash">): string {
  return createHash("sha256").update(JSON.stringify(line)).digest("hex");
}

/** Reads the lines of a page, oldest first. Page 1 begins with the first line. */
export async function readLedger(kv: Store, page: number): Promise<readonly LedgerLine[]> {
  const first = (page - 1) * LEDGER_PAGE + 1;
  const rows = kv.list<LedgerLine>({ start: ledgerKey(first), end: ledgerKey(first + LEDGER_PAGE) });
  return (await Array.fromAsync(rows)).map(({ value }) => value);
}

/**
 * Checks the whole ledger against its end.
 * @returns The fault, as a sentence; null if there is none.
 */
export async function ledgerFault(kv: Store, end: LedgerEnd): Promise<string | null> {
  let previous: string | null = null;
  let number = 0;
  for (let page = 1; number < end.number; page++) {
    const lines = await readLedger(kv, page);
    for (const line of lines) {
      const { hash, ...content } = line;
      if (line.number !== ++number) return `Line ${number} of the ledger is missing.`;
      if (hash !== hashOf(content)) return `Line ${number} of the ledger was changed.`;
      if (line.previous !== previous) return `Line ${number} of the ledger does not continue line ${number - 1}.`;
      previous = hash;
    }
    if (lines.length < LEDGER_PAGE) break;
  }
  if (number < end.number) return `Line ${number + 1} of the ledger is missing.`;
  return previous === end.hash ? null : "The ledger does not end as the published revision says.";
}
