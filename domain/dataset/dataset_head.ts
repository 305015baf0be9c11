import type { Store } from "../store/store.ts";
import type { LedgerEnd } from "./ledger.ts";
import type { ArchivePart } from "./dataset_archive.ts";

/** Head of the dataset: names the published revision. The only key of the dataset that is ever overwritten. */
export interface DatasetHead {
  readonly revision: string;
  /** Number in the history, one more than that of its predecessor. */
  readonly number: number;
  /** Entity tag of the data; equal digests mean equal data. */
  readonly digest: string;
  readonly chunks: number;
  readonly parts: readonly ArchivePart[];
  readonly reviews: number;
  /** RFC 3339, whole seconds; later than that of the previous revision. */
  readonly published_at: string;
  /** Whether `/insights.json` is the operator's own. */
  readonly operator_insights: boolean;
  /** True for the sample, which earlier versions stored as a revision without a line. Such revisions count as absent. */
  readonly sample?: boolean;
  /** Version of the program that computed the documents; older stores name none. */
  readonly version?: string;
  /** End of the ledger; absent before its first line. */
  readonly ledger?: LedgerEnd;
}

/** The head with the versionstamp for an atomic check. */
export type DatasetHeadEntry = Deno.KvEntryMaybe<DatasetHead>;

/** Key of the head. */
export const HEAD: Deno.KvKey = ["dataset", "head"];

/** Reads the head. */
export function readHead(kv: Store): Promise<DatasetHeadEntry> {
  return kv.get<DatasetHead>(HEAD);
}
