import { FEWEST_REVIEWS } from "../../domain/insights/evidence_minimum.ts";
import { sentimentOf } from "../../domain/insights/sentiment/review_score.ts";
import { splitSentences } from "../../domain/insights/text/sentence_split.ts";
import {
  accuracy,
  accuracyLine,
  type Detection,
  detectionLine,
  macroF1,
  percent,
  type Polarity,
} from "./eval_figures.ts";
import { type GoldFigures, type PolarityPair, summed } from "./eval_gold.ts";
import type { ProbeFigures } from "./eval_probes.ts";
import type { ShownFigures } from "./eval_shown.ts";
import type { QuoteFigures } from "./eval_quotes.ts";
import { spaced } from "./gold_set.ts";

const FIFTH = 0.2;
const POLARITIES = ["positive", "neutral", "negative"] as const;

/** The figures of labelled reviews as lines of text: polarity, aspects, claims and problems. */
export function goldLines(
  withStars: GoldFigures,
  withoutStars: GoldFigures,
  vader: (text: string) => number,
): readonly string[] {
  const { pairs } = withStars;
  const gold = pairs.map(({ gold }) => gold);
  const compared = (name: string, predicted: readonly Polarity[]) =>
    accuracyLine(name, accuracy(gold, predicted), macroF1(gold, predicted));
  const usual = POLARITIES.toSorted((one, other) => countOf(gold, other) - countOf(gold, one))[0] ?? "neutral";
  return [
    polarityLine("polarity, with stars", pairs),
    polarityLine("  where it was found", pairs.filter(({ isFound }) => isFound)),
    polarityLine("polarity, without stars", withoutStars.pairs),
    polarityLine("  where it was found", withoutStars.pairs.filter(({ isFound }) => isFound)),
    compared("always the commonest", gold.map(() => usual)),
    compared("VADER (its sentence)", pairs.map((pair) => sentimentOf(vader(sentenceOf(pair))))),
    detectionLine("aspects found", summed(withStars.aspects)),
    detectionLine("praise claimed", summed(withStars.claims.positive)),
    detectionLine("criticism claimed", summed(withStars.claims.negative)),
    boundLine("reviews with an aspect", withStars.aspects),
    boundLine("reviews that praise it", withStars.claims.positive),
    boundLine("reviews that criticise it", withStars.claims.negative),
    ...byId(withStars.aspects).map(([id, detection]) => {
      const ofAspect = pairs.filter(({ aspect, isFound }) => aspect === id && isFound);
      const share = accuracy(ofAspect.map(({ gold }) => gold), ofAspect.map(({ predicted }) => predicted));
      return `${detectionLine(`  ${id}`, detection)}  of ${detection.expected}, polarity ${(100 * share).toFixed(0)}`;
    }),
    detectionLine("problems found", summed(withStars.problems)),
    ...byId(withStars.problems).map(([id, { found, right, expected }]) =>
      `    ${id.padEnd(28)} found ${found}, right ${right}, labelled ${expected}`
    ),
  ];
}

/** The main figures of the rules alone. The difference to the full figures is the gain from the trained models. */
export function ruleLines(withStars: GoldFigures, withoutStars: GoldFigures): readonly string[] {
  return [
    "  by the rules alone, without the trained part:",
    polarityLine("  polarity, with stars", withStars.pairs),
    polarityLine("  polarity, without stars", withoutStars.pairs),
    detectionLine("  aspects found", summed(withStars.aspects)),
    detectionLine("  praise claimed", summed(withStars.claims.positive)),
    detectionLine("  criticism claimed", summed(withStars.claims.negative)),
    detectionLine("  problems found", summed(withStars.problems)),
  ];
}

/**
 * The figures of one set as a line: aspects, polarity with stars, and mentions with both right. An aspect that a review
 * both praises and criticises counts as two mentions.
 */
export function setLine(name: string, { aspects, claims, pairs }: GoldFigures): string {
  const gold = pairs.map(({ gold }) => gold);
  const predicted = pairs.map(({ predicted }) => predicted);
  const opinions = [summed(claims.positive), summed(claims.negative)];
  const neutral = pairs.filter(({ gold }) => gold === "neutral");
  const right = opinions.reduce((all, { right }) => all + right, 0) +
    neutral.filter(({ isFound, predicted }) => isFound && predicted === "neutral").length;
  const labelled = opinions.reduce((all, { expected }) => all + expected, 0) + neutral.length;
  const found = summed(aspects);
  return `${detectionLine(name, found)}  polarity ${percent(accuracy(gold, predicted))}` +
    `  macro-F1 ${percent(macroF1(gold, predicted))}  both right ${right} of ${labelled}, ${found.found} found`;
}

/** The figures of the quotes as a line of text. */
export function quoteLine({ quotes, rightAspect, rightPolarity, whole, good }: QuoteFigures): string {
  return `  quotes: ${quotes}, of the aspect ${rightAspect}, of its polarity ${rightPolarity}, whole ${whole}, good ${good}`;
}

/** The figures of the phrases and sides shown with aspects, as a line of text. */
export function shownLine({ phrases, rightPhrases, sides, rightSides }: ShownFigures): string {
  return `  phrases: ${phrases}, of a passage labelled with the aspect ${rightPhrases}; sides named: ${sides}, right ${rightSides}`;
}

/** The figures of the probes as lines of text. */
export function probeLines(kinds: ReadonlyMap<string, ProbeFigures>): readonly string[] {
  const sum = (value: (figures: ProbeFigures) => number) =>
    [...kinds.values()].reduce((all, one) => all + value(one), 0);
  const line = (name: string, { probes, solved, solvedOnAspect, vader }: ProbeFigures) =>
    `  ${name.padEnd(28)} ${solved} of ${probes}, on the aspect itself ${solvedOnAspect}, VADER ${vader}`;
  return [
    line("solved without stars", {
      probes: sum(({ probes }) => probes),
      solved: sum(({ solved }) => solved),
      solvedOnAspect: sum(({ solvedOnAspect }) => solvedOnAspect),
      vader: sum(({ vader }) => vader),
    }),
    ...[...kinds].map(([kind, figures]) => line(`  ${kind}`, figures)),
  ];
}

/** A line with the ratios of found to labelled counts, for aspects in at least five reviews. */
function boundLine(name: string, counts: ReadonlyMap<string, Detection>): string {
  const heard = [...counts.values()].filter(({ found, expected }) => Math.max(found, expected) >= FEWEST_REVIEWS);
  const shares = heard.map(({ found, expected }) => found / Math.max(1, expected));
  const [least, most] = [Math.min(...shares), Math.max(...shares)].map((share) => share.toFixed(2));
  const within = shares.filter((share) => share >= 1 - FIFTH && share <= 1 + FIFTH).length;
  return heard.length === 0
    ? `  ${name}: none that five speak of`
    : `  ${name}: found ${least} to ${most} of those labelled, within a fifth for ${within} of ${heard.length} aspects`;
}

function polarityLine(name: string, pairs: readonly PolarityPair[]): string {
  const gold = pairs.map(({ gold }) => gold);
  const predicted = pairs.map(({ predicted }) => predicted);
  return `${accuracyLine(name, accuracy(gold, predicted), macroF1(gold, predicted))}  of ${pairs.length}`;
}

function sentenceOf({ text, words }: PolarityPair): string {
  return splitSentences(text).find((sentence) => spaced(sentence).includes(spaced(words))) ?? words;
}

function countOf(gold: readonly Polarity[], polarity: Polarity): number {
  return gold.filter((one) => one === polarity).length;
}

/** Sorts counts by number of labels, most first. */
function byId(counts: ReadonlyMap<string, Detection>): readonly (readonly [string, Detection])[] {
  return [...counts].sort(([one, a], [other, b]) => b.expected - a.expected || (one < other ? -1 : 1));
}
