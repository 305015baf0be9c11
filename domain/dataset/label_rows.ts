import { z } from "zod";
import { labellerKey } from "../insights/labeller/label_prompt.ts";
import { type DatasetLabels, type LabelledText, ReviewLabels, textKey } from "../insights/labeller/review_labels.ts";
import { LabellerIdentity } from "../labeller_identity.ts";
import { chosenTaxonomy } from "../insights/taxonomy/taxonomy_choice.ts";
import type { Store } from "../store/store.ts";
import type { Dataset } from "./dataset.ts";

/** Key of the row that names the labeller. Label rows are written only while it is unchanged. */
const LABELLER: Deno.KvKey = ["labeller"];
const LABELS = "labels";
/** SHA-256 in base64url. */
const HASH = /^[\w-]{43}$/;
const ROWS_A_PAGE = 500;
/** Maximum number of rows in one commit. */
const ROWS_A_COMMIT = 100;

/** Reads all labels of a labeller (see `labellerKey`), by the keys of their texts. */
export async function readLabelRows(kv: Store, labeller: string): Promise<ReadonlyMap<string, ReviewLabels>> {
  const rows = new Map<string, ReviewLabels>();
  for await (
    const { key, value } of kv.list<ReviewLabels>({ prefix: [LABELS, labeller] }, { batchSize: ROWS_A_PAGE })
  ) {
    rows.set(String(key[2]), value);
  }
  return rows;
}

/** Reads the labels that hold for a dataset; null if the store has no labeller. */
export async function readDatasetLabels(
  kv: Store,
  { business, taxonomy }: Pick<Dataset, "business" | "taxonomy">,
): Promise<DatasetLabels | null> {
  const { value: labeller } = await kv.get<LabellerIdentity>(LABELLER);
  if (labeller === null) return null;
  const rows = await readLabelRows(kv, labellerKey(labeller.model, chosenTaxonomy(taxonomy, business)));
  return { labeller, of: (review) => review.text === null ? undefined : rows.get(textKey(review)) };
}

/** The labels of one labeller, as a full export carries them. */
export const ExportedLabels = z.strictObject({
  labeller: LabellerIdentity,
  /** See `labellerKey`. */
  key: z.string().regex(HASH),
  /** By the keys of their texts. */
  labels: z.record(z.string().regex(HASH), ReviewLabels),
});

/** The labels that the schema of the same name describes. */
export type ExportedLabels = Readonly<z.output<typeof ExportedLabels>>;

/** Returns the labels of some published reviews for a full export; null if the store has no labeller. */
export async function exportedLabels(
  kv: Store,
  dataset: Pick<Dataset, "business" | "taxonomy">,
  reviews: Iterable<LabelledText>,
): Promise<ExportedLabels | null> {
  const found = await readDatasetLabels(kv, dataset);
  if (found === null) return null;
  const { labeller, of } = found;
  const labels = Array.from(reviews, (review) => [textKey(review), of(review)] as const);
  return {
    labeller,
    key: labellerKey(labeller.model, chosenTaxonomy(dataset.taxonomy, dataset.business)),
    labels: Object.fromEntries(labels.flatMap(([key, label]) => label === undefined ? [] : [[key, label]])),
  };
}

/** Adds the labels of a full export. A labeller of the store stays. */
export async function importLabels(kv: Store, { labeller, key, labels }: ExportedLabels): Promise<void> {
  const { value } = await kv.get<LabellerIdentity>(LABELLER);
  const row = await writeLabeller(kv, value ?? labeller);
  await writeLabels(kv, row, key, Object.entries(labels));
}

/** Makes a labeller that of the store. Returns its row, which {@linkcode writeLabels} checks. */
export async function writeLabeller(
  kv: Store,
  labeller: LabellerIdentity,
): Promise<Deno.KvEntryMaybe<LabellerIdentity>> {
  for (;;) {
    const row = await kv.get<LabellerIdentity>(LABELLER);
    if (row.value?.model === labeller.model && row.value.host === labeller.host) return row;
    await kv.atomic().check(row).set(LABELLER, labeller).commit();
  }
}

/**
 * Writes labels by the keys of their texts.
 *
 * @param row The row of the labeller. If an erasure has changed it since, the texts may be erased ones.
 * @returns False if the row has changed; then the rest is not written.
 */
export async function writeLabels(
  kv: Store,
  row: Deno.KvEntryMaybe<LabellerIdentity>,
  labeller: string,
  labels: readonly (readonly [text: string, labels: ReviewLabels])[],
): Promise<boolean> {
  for (let first = 0; first < labels.length; first += ROWS_A_COMMIT) {
    const operation = kv.atomic().check(row);
    for (const [text, label] of labels.slice(first, first + ROWS_A_COMMIT)) {
      operation.set([LABELS, labeller, text], label);
    }
    if (!(await operation.commit()).ok) return false;
  }
  return true;
}

/**
 * Removes all labels but those of some texts. First rewrites the row of the labeller, so that a process that read the
 * reviews before can write no more labels of them.
 *
 * @param kept Returns the keys of the texts of all kept revisions. Called only if there are labels or a labeller.
 */
export async function removeOtherLabels(kv: Store, kept: () => Promise<ReadonlySet<string>>): Promise<void> {
  for (let isDone = false; !isDone;) {
    const row = await kv.get<LabellerIdentity>(LABELLER);
    isDone = row.value === null || (await kv.atomic().check(row).set(LABELLER, row.value).commit()).ok;
  }
  let texts: ReadonlySet<string> | null = null;
  for await (const { key } of kv.list({ prefix: [LABELS] }, { batchSize: ROWS_A_PAGE })) {
    texts ??= await kept();
    if (!texts.has(String(key[2]))) await kv.delete(key);
  }
}

/** Removes the labeller and all labels. Insights are computed by the rules from the next publication on. */
export async function forgetLabeller(kv: Store): Promise<void> {
  await kv.atomic().delete(LABELLER).commit();
  await removeOtherLabels(kv, () => Promise.resolve(new Set()));
}
