import { BusinessFile } from "../domain/business.ts";
import { reviewAnalyzer } from "../domain/insights/analyze_review.ts";
import { sentimentOf } from "../domain/insights/review_score.ts";
import type { Taxonomy } from "../domain/insights/taxonomy.ts";
import { accuracy, accuracyLine, type Detection, detectionLine, majority, type Polarity } from "./eval_figures.ts";
import { evaluationReview } from "./eval_nhs.ts";

/** How near the analyser comes to what people said of aspects; shares from 0 to 1. */
export interface AspectFigures {
  readonly sentences: number;
  readonly detection: Detection;
  /** Detection of always finding the two commonest categories. */
  readonly commonest: Detection;
  readonly polarity: number;
  readonly majority: number;
  /** Null without the package to compare with. */
  readonly vader: number | null;
}

/** Which category of the set an aspect of the restaurant taxonomy belongs to. */
const CATEGORY: Readonly<Record<string, string>> = {
  food: "food",
  drinks: "food",
  service: "service",
  waiting_time: "service",
  staff: "staff",
  ambience: "ambience",
  location: "place",
  price: "price",
  menu: "menu",
  experience: "miscellaneous",
};
const SENTENCE = /<text>([^<]*)<\/text>\s*<aspectCategories>([^]*?)<\/aspectCategories>/g;
const LABEL = /category="(\w+)" polarity="(positive|neutral|negative)"/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/**
 * Measures aspects and their polarity against sentences with two or more polarities each. Polarity
 * is asked of the gold categories: one that was not found has the polarity of the sentence.
 *
 * @param vader Scores a text from -1 to 1, for comparison.
 */
export function evaluateAspects(
  xml: string,
  taxonomy: Taxonomy,
  vader: ((text: string) => number) | null = null,
): AspectFigures {
  const analyze = reviewAnalyzer(BusinessFile.parse({ name: "A restaurant" }), taxonomy);
  const [gold, predicted, compared]: [Polarity[], Polarity[], Polarity[]] = [[], [], []];
  const detection = { found: 0, right: 0, expected: 0 };
  const commonest = { found: 0, right: 0, expected: 0 };
  let sentences = 0;
  for (const [, escaped = "", list = ""] of xml.matchAll(SENTENCE)) {
    sentences++;
    const text = escaped.replace(/&(\w+);/g, (entity, name) => ENTITIES[name] ?? entity);
    const labels = new Map([...list.matchAll(LABEL)].map(([, category, polarity]) => [category, polarity]));
    const { aspects, score } = analyze(evaluationReview(3, text));
    const found = Map.groupBy(aspects, ({ id }) => CATEGORY[id] ?? id);
    count(detection, [...found.keys()], labels);
    count(commonest, ["food", "staff"], labels);
    for (const [category = "", polarity] of labels) {
      const scores = found.get(category)?.map(({ score }) => score) ?? [2 * score];
      gold.push(polarity as Polarity);
      predicted.push(sentimentOf(scores.reduce((sum, score) => sum + score, 0) / scores.length));
      if (vader !== null) compared.push(sentimentOf(vader(text)));
    }
  }
  return {
    sentences,
    detection,
    commonest,
    polarity: accuracy(gold, predicted),
    majority: majority(gold),
    vader: vader && accuracy(gold, compared),
  };
}

/** Prints the figures, a line each. */
export function aspectLines(figures: AspectFigures): readonly string[] {
  return [
    detectionLine("aspects found", figures.detection),
    detectionLine("always the commonest two", figures.commonest),
    accuracyLine("polarity of an aspect", figures.polarity),
    accuracyLine("always the commonest", figures.majority),
    ...figures.vader === null ? [] : [accuracyLine("VADER (whole sentence)", figures.vader)],
  ];
}

function count(
  detection: { found: number; right: number; expected: number },
  found: readonly string[],
  labels: ReadonlyMap<string | undefined, unknown>,
): void {
  detection.found += found.length;
  detection.right += found.filter((category) => labels.has(category)).length;
  detection.expected += labels.size;
}
