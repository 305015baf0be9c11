import { BusinessFile } from "../../domain/business.ts";
import { reviewAnalyzer } from "../../domain/insights/analysis/analyze_review.ts";
import { type ReviewReader, textReader } from "../../domain/insights/analysis/text_reader.ts";
import { sentimentOf } from "../../domain/insights/sentiment/review_score.ts";
import { scoreSentence } from "../../domain/insights/sentiment/score_sentence.ts";
import { sentimentLexicon } from "../../domain/insights/sentiment/sentiment_lexicon.ts";
import type { Taxonomy } from "../../domain/insights/taxonomy/taxonomy.ts";
import { splitSentences } from "../../domain/insights/text/sentence_split.ts";
import { categoriesOf } from "./eval_categories.ts";
import {
  accuracy,
  accuracyLine,
  type Detection,
  detectionLine,
  macroF1,
  majority,
  type Polarity,
} from "./eval_figures.ts";
import { evaluationReview } from "./eval_reviews.ts";
import type { LabelledSentence } from "./eval_sentences.ts";

/** Accuracy of the analyser on aspects; shares from 0 to 1. */
export interface AspectFigures {
  readonly sentences: number;
  readonly detection: Detection;
  readonly byCategory: ReadonlyMap<string, Detection>;
  /** Baseline of detection: always predicts the two commonest categories. */
  readonly commonest: Detection;
  /** Polarity for given categories, without "conflict" labels. */
  readonly polarity: PolarityFigures;
  /** Baseline of polarity: always predicts the commonest one. */
  readonly majority: PolarityFigures;
  /** Polarity by VADER on the whole sentence. */
  readonly vader: PolarityFigures;
}

/** Accuracy of predicted polarities. */
export interface PolarityFigures {
  readonly accuracy: number;
  readonly macroF1: number;
}

/**
 * Measures aspect detection and aspect polarity against labelled sentences. Polarity is measured on the gold
 * categories. An undetected category gets the polarity of the sentence.
 *
 * @param vader Scores a text from -1 to 1, for comparison.
 */
export function evaluateAspects(
  sentences: readonly LabelledSentence[],
  taxonomy: Taxonomy,
  vader: (text: string) => number,
  reader: ReviewReader = textReader(BusinessFile.parse({ name: "A restaurant" }), taxonomy),
): AspectFigures {
  const analyze = reviewAnalyzer(reader);
  const score = textScorer(taxonomy);
  const known = new Set(sentences.flatMap(({ categories }) => [...categories.keys()]));
  const rows = sentences.map(({ text, categories }) => {
    const { aspects } = analyze(evaluationReview(3, text));
    const found = categoriesOf(aspects.map(({ id }) => id), known);
    const scores = (category: string) => found.get(category)?.map((index) => aspects[index]?.score ?? 0) ?? [];
    const ofText = score(text);
    return {
      gold: categories,
      found: [...found.keys()],
      polarity: (category: string) => sentimentOf(mean(scores(category)) ?? ofText),
      compared: sentimentOf(vader(text)),
    };
  });
  const asked = rows.flatMap(({ gold, polarity, compared }) =>
    [...gold].flatMap(([category, label]) =>
      label === "conflict" ? [] : [{ label, predicted: polarity(category), compared }]
    )
  );
  const gold = asked.map(({ label }) => label);
  const figures = (predicted: readonly Polarity[]) => ({
    accuracy: accuracy(gold, predicted),
    macroF1: macroF1(gold, predicted),
  });
  const byCategory = new Map(
    [...known].sort().map((category) => [category, detected(rows, ({ found }) => found, category)]),
  );
  const commonest = [...byCategory].sort(([, a], [, b]) => b.expected - a.expected).slice(0, 2).map(([name]) => name);
  const usual = (["positive", "neutral", "negative"] as const).find((polarity) =>
    accuracy(gold, gold.map(() => polarity)) === majority(gold)
  );
  return {
    sentences: sentences.length,
    detection: detected(rows, ({ found }) => found),
    byCategory,
    commonest: detected(rows, () => commonest),
    polarity: figures(asked.map(({ predicted }) => predicted)),
    majority: figures(asked.map(() => usual ?? "neutral")),
    vader: figures(asked.map(({ compared }) => compared)),
  };
}

/** Builds a scorer of texts without stars. Scores are the mean of the sentences with an opinion, -1 to 1. */
function textScorer(taxonomy: Taxonomy): (text: string) => number {
  const lexicon = sentimentLexicon(taxonomy.sentiment_words);
  return (text) =>
    mean(
      splitSentences(text).map((sentence) => scoreSentence(sentence, lexicon).score).filter((score) => score !== 0),
    ) ??
      0;
}

function mean(scores: readonly number[]): number | null {
  return scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

interface Row {
  readonly gold: ReadonlyMap<string, unknown>;
  readonly found: readonly string[];
}

function detected(
  rows: readonly Row[],
  predict: (row: Row) => readonly string[],
  only: string | null = null,
): Detection {
  const counts = { found: 0, right: 0, expected: 0 };
  for (const row of rows) {
    const asked = (categories: readonly string[]) => categories.filter((one) => only === null || one === only);
    const found = asked(predict(row));
    counts.found += found.length;
    counts.right += found.filter((category) => row.gold.has(category)).length;
    counts.expected += asked([...row.gold.keys()]).length;
  }
  return counts;
}

/** The figures of aspects and their polarity as lines of text. */
export function aspectLines(figures: AspectFigures): readonly string[] {
  const { polarity, majority, vader } = figures;
  return [
    detectionLine("aspects found", figures.detection),
    detectionLine("always the commonest two", figures.commonest),
    ...[...figures.byCategory].map(([category, detection]) => detectionLine(`  ${category}`, detection)),
    accuracyLine("polarity of an aspect", polarity.accuracy, polarity.macroF1),
    accuracyLine("always the commonest", majority.accuracy, majority.macroF1),
    accuracyLine("VADER (whole sentence)", vader.accuracy, vader.macroF1),
  ];
}
