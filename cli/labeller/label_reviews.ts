import { readHead } from "../../domain/dataset/dataset_head.ts";
import type { Dataset } from "../../domain/dataset/dataset.ts";
import { readLabelRows, writeLabeller, writeLabels } from "../../domain/dataset/label_rows.ts";
import { datasetFor, leftOutSources, placeGroups } from "../../domain/dataset/place_datasets.ts";
import { aboutTokens, labellerKey, labelRequest } from "../../domain/insights/labeller/label_prompt.ts";
import { type LabelledText, StarComparison, textKey } from "../../domain/insights/labeller/review_labels.ts";
import { chosenTaxonomy } from "../../domain/insights/taxonomy/taxonomy_choice.ts";
import { tellProgress } from "../../domain/progress.ts";
import type { Store } from "../../domain/store/store.ts";
import { counted } from "../../terminal/print.ts";
import type { Labeller } from "./labeller_client.ts";
import type { LabellerSettings } from "./labeller_settings.ts";

/** Number of calls in a row without an answer after which the endpoint counts as down. Before the first answer, one. */
const FAILURES_IN_ROW = 4;

/**
 * Finds the texts to label: of reviews that at least one place publishes, each once, newest first. An operator's own
 * insights need none.
 */
async function openTexts(kv: Store, dataset: Dataset, { model, mostReviews }: LabellerSettings) {
  const taxonomy = chosenTaxonomy(dataset.taxonomy, dataset.business);
  const key = labellerKey(model, taxonomy);
  const known = await readLabelRows(kv, key);
  const shown = new Set(placeGroups(leftOutSources(dataset)).flatMap(([place]) => datasetFor(dataset, place).reviews));
  const open = new Map<string, LabelledText>();
  const comparison = new StarComparison();
  for (const review of dataset.operatorInsights === null ? dataset.reviews : []) {
    const { text, rating } = review;
    const ofText = textKey({ text, rating });
    const labels = known.get(ofText);
    if (labels !== undefined) comparison.add(rating, labels);
    else if (shown.has(review) && text !== null && /\p{L}/u.test(text)) open.set(ofText, { text, rating });
  }
  const texts = [...open.values()].slice(0, mostReviews);
  return { key, taxonomy, texts, left: open.size - texts.length, comparison };
}

/** Returns the sentence of a dry run: how many reviews and about how many tokens would be sent. */
export async function plannedLabels(kv: Store, dataset: Dataset, { settings }: Labeller): Promise<string> {
  const { taxonomy, texts, left } = await openTexts(kv, dataset, settings);
  const sizes = texts.map((text) => aboutTokens(labelRequest(settings.model, taxonomy, text)));
  const tokens = sizes.reduce((sum, size) => sum + size, 0).toLocaleString("en");
  return `${settings.model} would get ${counted(texts.length, "review")}, about ${tokens} tokens.` +
    (left === 0 ? "" : ` LABELLER_MOST_REVIEWS leaves ${left.toLocaleString("en")} for later runs.`);
}

/**
 * Lets the labeller label the texts of a dataset that have no labels yet. One call probes the endpoint before others run
 * beside each other. Each answer is written to the store as it arrives. Whatever fails is left to the rules. Ends if the
 * endpoint refuses a call or is down, or if most labels contradict the stars of their reviews.
 *
 * @param revision The published revision that the dataset is. If another one is published, nothing is sent: an erasure may
 * have published it.
 * @returns The number of labelled texts, and sentences about what failed and was left out.
 */
export async function labelReviews(
  kv: Store,
  dataset: Dataset,
  revision: string | undefined,
  { settings, ask }: Labeller,
): Promise<{ readonly labelled: number; readonly lines: readonly string[] }> {
  const { key, taxonomy, texts, left, comparison } = await openTexts(kv, dataset, settings);
  const nothing = { labelled: 0, lines: [] };
  if (dataset.operatorInsights !== null) return nothing;
  const row = await writeLabeller(kv, { model: settings.model, host: settings.host });
  if ((await readHead(kv)).value?.revision !== revision) return nothing;
  let [next, done, labelled, failures, dropped] = [0, 0, 0, 0, 0];
  let reason = "";
  let isOver = comparison.isRefuted;
  const label = async (text: LabelledText): Promise<void> => {
    const answer = await ask(taxonomy, text);
    if ("failure" in answer) {
      reason = answer.failure;
      // An unread answer ends nothing: a hostile review must not end the labelling of the others.
      failures = answer.kind === "down" ? failures + 1 : 0;
      isOver ||= answer.kind === "refused" || failures >= (labelled === 0 ? 1 : FAILURES_IN_ROW);
    } else if (await writeLabels(kv, row, key, [[textKey(text), answer.labels]])) {
      failures = 0;
      labelled++;
      dropped += answer.dropped;
      comparison.add(text.rating, answer.labels);
      isOver ||= comparison.isRefuted;
    } else {
      reason = "the store has changed";
      isOver = true;
    }
    tellProgress("labelling", ++done, texts.length);
  };
  const work = async (isEnough = () => false): Promise<void> => {
    while (!isOver && !isEnough() && next < texts.length) await label(texts[next++]!);
  };
  if (texts.length > 0) tellProgress("labelling", 0, texts.length);
  await work(() => labelled > 0);
  await Promise.all(Array.from({ length: settings.mostCalls }, () => work()));
  const { judged, contradicting, isRefuted } = comparison;
  const refuted =
    `The labels of ${settings.model} contradict the stars of ${contradicting} of ${judged} reviews, so none ` +
    "is used and no more are asked for. Name another model, or forget this one: deno task labeller --forget.";
  const failed =
    `The labeller has not labelled ${counted(texts.length - labelled, "review")}: ${reason}. The rules read ` +
    "them, and the next run asks again.";
  const unread = `LABELLER_MOST_REVIEWS leaves ${counted(left, "review")} to the rules.`;
  const lost = `${counted(dropped, "label")} left out: the review lacks the passage, or the taxonomy the id.`;
  return {
    labelled,
    lines: [
      ...isRefuted ? [refuted] : labelled < texts.length ? [failed] : [],
      ...left > 0 && !isRefuted ? [unread] : [],
      ...dropped > 0 ? [lost] : [],
    ],
  };
}
