import { z } from "zod";
import { readerKey } from "../insights/reader/label_prompt.ts";
import { type DatasetLabels, type LabelledText, ReviewLabels, textKey } from "../insights/reader/review_labels.ts";
import { ReaderIdentity } from "../reader_identity.ts";
import { chosenTaxonomy } from "../insights/taxonomy/taxonomy_choice.ts";
import type { Store } from "../store/store.ts";
import type { Dataset } from "./dataset.ts";

/** Key of the row that names the reader. Label rows are written only while it is unchanged. */
const READER: Deno.KvKey = ["reader"];
const LABELS = "labels";
/** SHA-256 in base64url. */
const HASH = /^[\w-]{43}$/;
const ROWS_A_PAGE = 500;
/** Maximum number of rows in one commit. */
const ROWS_A_COMMIT = 100;

/** Reads all labels of a reader (see `readerKey`), by the keys of their texts. */
export async function readLabelRows(kv: Store, reader: string): Promise<ReadonlyMap<string, ReviewLabels>> {
  const rows = new Map<string, ReviewLabels>();
  for await (const { key, value } of kv.list<ReviewLabels>({ prefix: [LABELS, reader] }, { batchSize: ROWS_A_PAGE })) {
    rows.set(String(key[2]), value);
  }
  return rows;
}

/** Reads the labels that hold for a dataset; null if the store has no reader. */
export async function readDatasetLabels(
  kv: Store,
  { business, taxonomy }: Pick<Dataset, "business" | "taxonomy">,
): Promise<DatasetLabels | null> {
  const { value: reader } = await kv.get<ReaderIdentity>(READER);
  if (reader === null) return null;
  const rows = await readLabelRows(kv, readerKey(reader.model, chosenTaxonomy(taxonomy, business)));
  return { reader, of: (review) => review.text === null ? undefined : rows.get(textKey(review)) };
}

/** The labels of one reader, as a full export carries them. */
export const ExportedLabels = z.strictObject({
  reader: ReaderIdentity,
  /** See `readerKey`. */
  key: z.string().regex(HASH),
  /** By the keys of their texts. */
  labels: z.record(z.string().regex(HASH), ReviewLabels),
});

/** The labels that the schema of the same name describes. */
export type ExportedLabels = Readonly<z.output<typeof ExportedLabels>>;

/** Returns the labels of some published reviews for a full export; null if the store has no reader. */
export async function exportedLabels(
  kv: Store,
  dataset: Pick<Dataset, "business" | "taxonomy">,
  reviews: Iterable<LabelledText>,
): Promise<ExportedLabels | null> {
  const found = await readDatasetLabels(kv, dataset);
  if (found === null) return null;
  const { reader, of } = found;
  const labels = Array.from(reviews, (review) => [textKey(review), of(review)] as const);
  return {
    reader,
    key: readerKey(reader.model, chosenTaxonomy(dataset.taxonomy, dataset.business)),
    labels: Object.fromEntries(labels.flatMap(([key, label]) => label === undefined ? [] : [[key, label]])),
  };
}

/** Adds the labels of a full export. A reader of the store stays. */
export async function importLabels(kv: Store, { reader, key, labels }: ExportedLabels): Promise<void> {
  const { value } = await kv.get<ReaderIdentity>(READER);
  const row = await writeReader(kv, value ?? reader);
  await writeLabels(kv, row, key, Object.entries(labels));
}

/** Makes a reader that of the store. Returns its row, which {@linkcode writeLabels} checks. */
export async function writeReader(kv: Store, reader: ReaderIdentity): Promise<Deno.KvEntryMaybe<ReaderIdentity>> {
  for (;;) {
    const row = await kv.get<ReaderIdentity>(READER);
    if (row.value?.model === reader.model && row.value.host === reader.host) return row;
    await kv.atomic().check(row).set(READER, reader).commit();
  }
}

/**
 * Writes labels by the keys of their texts.
 *
 * @param row The row of the reader. If an erasure has changed it since, the texts may be erased ones.
 * @returns False if the row has changed; then the rest is not written.
 */
export async function writeLabels(
  kv: Store,
  row: Deno.KvEntryMaybe<ReaderIdentity>,
  reader: string,
  labels: readonly (readonly [text: string, labels: ReviewLabels])[],
): Promise<boolean> {
  for (let first = 0; first < labels.length; first += ROWS_A_COMMIT) {
    const operation = kv.atomic().check(row);
    for (const [text, label] of labels.slice(first, first + ROWS_A_COMMIT)) {
      operation.set([LABELS, reader, text], label);
    }
    if (!(await operation.commit()).ok) return false;
  }
  return true;
}

/**
 * Removes all labels but those of some texts. First rewrites the row of the reader, so that a process that read the
 * reviews before can write no more labels of them.
 *
 * @param kept Returns the keys of the texts of all kept revisions. Called only if there are labels or a reader.
 */
export async function removeOtherLabels(kv: Store, kept: () => Promise<ReadonlySet<string>>): Promise<void> {
  for (let isDone = false; !isDone;) {
    const row = await kv.get<ReaderIdentity>(READER);
    isDone = row.value === null || (await kv.atomic().check(row).set(READER, row.value).commit()).ok;
  }
  let texts: ReadonlySet<string> | null = null;
  for await (const { key } of kv.list({ prefix: [LABELS] }, { batchSize: ROWS_A_PAGE })) {
    texts ??= await kept();
    if (!texts.has(String(key[2]))) await kv.delete(key);
  }
}

/** Removes the reader and all labels. Insights are computed by the rules from the next publication on. */
export async function forgetReader(kv: Store): Promise<void> {
  await kv.atomic().delete(READER).commit();
  await removeOtherLabels(kv, () => Promise.resolve(new Set()));
}
