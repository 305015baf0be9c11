import { readHead } from "../../domain/dataset/dataset_head.ts";
import type { Dataset } from "../../domain/dataset/dataset.ts";
import { readLabelRows, writeLabels, writeReader } from "../../domain/dataset/label_rows.ts";
import { datasetFor, leftOutSources, placeGroups } from "../../domain/dataset/place_datasets.ts";
import {
  aboutTokens,
  type DroppedLabels,
  labelRequest,
  noneDropped,
  readerKey,
  readLabels,
} from "../../domain/insights/reader/label_prompt.ts";
import { type LabelledText, type ReviewLabels, textKey } from "../../domain/insights/reader/review_labels.ts";
import type { Taxonomy } from "../../domain/insights/taxonomy/taxonomy.ts";
import { chosenTaxonomy } from "../../domain/insights/taxonomy/taxonomy_choice.ts";
import { tellProgress } from "../../domain/progress.ts";
import type { Store } from "../../domain/store/store.ts";
import type { ReadVariable } from "../../service/store/kv_location.ts";
import { counted } from "../../terminal/print.ts";
import { type ReaderClient, readerClient, type ReaderFailure } from "./reader_client.ts";
import { type ReaderSettings, readReaderSettings } from "./reader_settings.ts";

const MOST_CALLS = 4;
/** Number of calls without an answer in a row after which the endpoint counts as down. */
const FAILURES_IN_ROW = 4;

/** A reader: its settings, and the client of its endpoint. */
export interface Reader {
  readonly settings: ReaderSettings;
  readonly client: ReaderClient;
}

/**
 * Returns the reader that the operator has set; null without one.
 *
 * @throws {ConfigurationError} If a setting is wrong.
 */
export function readReader(variable: ReadVariable): Reader | null {
  const settings = readReaderSettings(variable);
  return settings && { settings, client: readerClient(settings) };
}

/** The texts of a dataset that have no labels yet, newest first. */
interface OpenTexts {
  readonly reader: string;
  readonly taxonomy: Taxonomy;
  readonly texts: readonly LabelledText[];
  /** Those that this import sends. */
  readonly sent: readonly LabelledText[];
}

/**
 * Finds the texts to label: of reviews that at least one place publishes, each once, newest first. An operator's own
 * insights need none.
 */
async function openTexts(kv: Store, dataset: Dataset, settings: ReaderSettings): Promise<OpenTexts> {
  const taxonomy = chosenTaxonomy(dataset.taxonomy, dataset.business);
  const reader = readerKey(settings.model, taxonomy);
  const known = await readLabelRows(kv, reader);
  const places = placeGroups(leftOutSources(dataset)).flatMap(([place]) => datasetFor(dataset, place).reviews);
  const shown = new Set(places);
  const published = dataset.reviews.filter((review) => shown.has(review));
  const texts = new Map<string, LabelledText>();
  for (const { text, rating } of dataset.operatorInsights === null ? published : []) {
    const key = textKey({ text, rating });
    if (text !== null && /\p{L}/u.test(text) && !known.has(key)) texts.set(key, { text, rating });
  }
  const all = [...texts.values()];
  return { reader, taxonomy, texts: all, sent: all.slice(0, settings.mostReviews) };
}

/** Returns the sentence of a dry run: how many reviews and about how many tokens would be sent. */
export async function plannedReading(kv: Store, dataset: Dataset, settings: ReaderSettings): Promise<string> {
  const { taxonomy, texts, sent } = await openTexts(kv, dataset, settings);
  const tokens = callsOf(sent, settings).reduce(
    (sum, reviews) => sum + aboutTokens(JSON.stringify(labelRequest(settings.model, taxonomy, reviews))),
    0,
  );
  const left = texts.length - sent.length;
  return `The reader ${settings.model} would get ${counted(sent.length, "review")}, about ${
    tokens.toLocaleString("en")
  } tokens.${left === 0 ? "" : ` READER_MOST_REVIEWS leaves ${left.toLocaleString("en")} for later imports.`}`;
}

function callsOf(texts: readonly LabelledText[], { reviewsACall }: ReaderSettings): readonly LabelledText[][] {
  return Array.from(
    { length: Math.ceil(texts.length / reviewsACall) },
    (_, call) => texts.slice(call * reviewsACall, (call + 1) * reviewsACall),
  );
}

/**
 * Lets the reader label the texts of a dataset that have no labels yet. Writes each answer to the store as it arrives.
 * Whatever fails is left to the rules.
 *
 * @param revision The published revision that the dataset was made from; undefined for none. If another one is
 * published, nothing is sent: an erasure may have published it.
 * @returns Sentences about what failed and was dropped.
 */
export async function labelReviews(
  kv: Store,
  dataset: Dataset,
  revision: string | undefined,
  settings: ReaderSettings,
  client: ReaderClient,
): Promise<readonly string[]> {
  const { reader, taxonomy, texts, sent } = await openTexts(kv, dataset, settings);
  if (dataset.operatorInsights !== null) return [];
  const row = await writeReader(kv, { model: settings.model, host: settings.host });
  if ((await readHead(kv)).value?.revision !== revision) return [];
  const calls = callsOf(sent, settings);
  const dropped = noneDropped();
  let [next, done, labelled, failures] = [0, 0, 0, 0];
  let last: string | null = null;
  let isStopped = false;
  const label = async (reviews: readonly LabelledText[]): Promise<void> => {
    const answer = await labelsOf(client, settings.model, taxonomy, reviews, dropped);
    if ("labels" in answer) {
      failures = 0;
      const rows = answer.labels.map((labels, at) => [textKey(reviews[at]!), labels] as const);
      if (await writeLabels(kv, row, reader, rows)) labelled += reviews.length;
      else isStopped = true;
    } else {
      last = answer.failure;
      // A hostile review must not end the reading of the others.
      failures = answer.isDown ? failures + 1 : 0;
      isStopped ||= answer.isFinal || failures >= FAILURES_IN_ROW;
    }
    tellProgress("labelling", done += reviews.length, sent.length);
  };
  const work = async (): Promise<void> => {
    for (let call = calls[next++]; call !== undefined && !isStopped; call = calls[next++]) await label(call);
  };
  if (sent.length > 0) tellProgress("labelling", 0, sent.length);
  await Promise.all(Array.from({ length: MOST_CALLS }, work));
  return [
    ...labelled < sent.length
      ? [
        `The reader has not labelled ${counted(sent.length - labelled, "review")}, which the rules read: ` +
        `${last ?? "the store has changed"}. The next import asks again.`,
      ]
      : [],
    ...texts.length > sent.length
      ? [`READER_MOST_REVIEWS leaves ${counted(texts.length - sent.length, "review")} to the rules.`]
      : [],
    ...droppedLines(dropped),
  ];
}

/** Sentences about dropped labels; empty without. */
export function droppedLines({ unknown_id, no_span, repeated }: DroppedLabels): readonly string[] {
  const sum = unknown_id + no_span + repeated;
  if (sum === 0) return [];
  return [
    `${counted(sum, "label")} of the reader dropped: ${no_span} quote what the review does not say, ` +
    `${unknown_id} name no aspect or problem of the taxonomy, ${repeated} name one again.`,
  ];
}

type Labelled = { readonly labels: readonly ReviewLabels[] } | ReaderFailure;

/** Asks for the labels of some reviews. */
export async function labelsOf(
  client: ReaderClient,
  model: string,
  taxonomy: Taxonomy,
  reviews: readonly LabelledText[],
  dropped: DroppedLabels,
): Promise<Labelled> {
  const answer = await client(JSON.stringify(labelRequest(model, taxonomy, reviews)));
  if ("failure" in answer) return answer;
  const labels = readLabels(answer.body, taxonomy, reviews, dropped);
  if (labels !== null) return { labels };
  return { failure: "its answer does not have the requested form", isFinal: false, isDown: false };
}
