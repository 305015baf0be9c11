import { readHead } from "../../domain/dataset/dataset_head.ts";
import type { Dataset } from "../../domain/dataset/dataset.ts";
import { readLabelRows, writeLabeller, writeLabels } from "../../domain/dataset/label_rows.ts";
import { datasetFor, leftOutSources, placeGroups } from "../../domain/dataset/place_datasets.ts";
import { aboutTokens } from "../../domain/insights/labeller/chat_completion.ts";
import { labellerKey, labelTask } from "../../domain/insights/labeller/label_prompt.ts";
import { type LabelledText, textKey } from "../../domain/insights/labeller/review_labels.ts";
import { chosenTaxonomy } from "../../domain/insights/taxonomy/taxonomy_choice.ts";
import { tellProgress } from "../../domain/progress.ts";
import type { Store } from "../../domain/store/store.ts";
import { counted } from "../../terminal/print.ts";
import type { Labeller } from "./labeller_client.ts";
import type { LabellerSettings } from "./labeller_settings.ts";

const MOST_CALLS = 4;
/** Number of calls in a row without an answer, or refused, after which the endpoint counts as down. */
const FAILURES_IN_ROW = 4;

/**
 * Finds the texts to label: of reviews that at least one place publishes, each once, newest first. An operator's own
 * insights need none.
 *
 * @returns Key of the labeller, taxonomy, the texts of each call, how many these are, and how many are left.
 */
async function openTexts(kv: Store, dataset: Dataset, { model, mostReviews }: LabellerSettings) {
  const taxonomy = chosenTaxonomy(dataset.taxonomy, dataset.business);
  const labeller = labellerKey(model, taxonomy);
  const known = await readLabelRows(kv, labeller);
  const shown = new Set(placeGroups(leftOutSources(dataset)).flatMap(([place]) => datasetFor(dataset, place).reviews));
  const open = new Map<string, LabelledText>();
  for (const review of dataset.operatorInsights === null ? dataset.reviews : []) {
    const { text, rating } = review;
    const key = textKey({ text, rating });
    if (shown.has(review) && text !== null && /\p{L}/u.test(text) && !known.has(key)) open.set(key, { text, rating });
  }
  const texts = [...open.values()].slice(0, mostReviews);
  const calls = texts.map((text) => [text]);
  return { labeller, taxonomy, calls, sent: texts.length, left: open.size - texts.length };
}

/** Returns the sentence of a dry run: how many reviews and about how many tokens would be sent. */
export async function plannedReading(kv: Store, dataset: Dataset, { settings }: Labeller): Promise<string> {
  const { model } = settings;
  const { taxonomy, calls, sent, left } = await openTexts(kv, dataset, settings);
  const bodies = calls.map((reviews) => labelTask(taxonomy, reviews).request(model));
  const tokens = bodies.reduce((sum, body) => sum + aboutTokens(body), 0).toLocaleString("en");
  return `The labeller ${model} would get ${counted(sent, "review")}, about ${tokens} tokens.` +
    (left === 0 ? "" : ` LABELLER_MOST_REVIEWS leaves ${left.toLocaleString("en")} for later imports.`);
}

/**
 * Lets the labeller label the texts of a dataset that have no labels yet. Writes each answer to the store as it arrives.
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
  { settings, ask }: Labeller,
): Promise<readonly string[]> {
  const { labeller, taxonomy, calls, sent, left } = await openTexts(kv, dataset, settings);
  if (dataset.operatorInsights !== null) return [];
  const row = await writeLabeller(kv, { model: settings.model, host: settings.host });
  if ((await readHead(kv)).value?.revision !== revision) return [];
  let [next, done, labelled, failures, dropped] = [0, 0, 0, 0, 0];
  let reason = "the store has changed";
  let isStopped = false;
  const work = async (): Promise<void> => {
    for (let reviews = calls[next++]; reviews !== undefined && !isStopped; reviews = calls[next++]) {
      const answer = await ask(labelTask(taxonomy, reviews));
      if ("failure" in answer) {
        reason = answer.failure;
        // A hostile review must not end the reading of the others.
        failures = answer.isDown ? failures + 1 : 0;
        isStopped ||= failures >= FAILURES_IN_ROW;
      } else {
        failures = 0;
        dropped += answer.dropped;
        const rows = answer.labels.map((labels, at) => [textKey(reviews![at]!), labels] as const);
        if (await writeLabels(kv, row, labeller, rows)) labelled += reviews.length;
        else isStopped = true;
      }
      tellProgress("labelling", done += reviews.length, sent);
    }
  };
  if (sent > 0) tellProgress("labelling", 0, sent);
  await Promise.all(Array.from({ length: MOST_CALLS }, work));
  const failed =
    `The labeller has not labelled ${counted(sent - labelled, "review")}, which the rules read: ${reason}. ` +
    "The next import asks again.";
  const unread = `LABELLER_MOST_REVIEWS leaves ${counted(left, "review")} to the rules.`;
  const lost =
    `${counted(dropped, "label")} of the labeller dropped: what they quote does not stand in the review, or ` +
    "the taxonomy lacks their id.";
  return [...labelled < sent ? [failed] : [], ...left > 0 ? [unread] : [], ...dropped > 0 ? [lost] : []];
}
