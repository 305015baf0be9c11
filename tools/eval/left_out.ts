import { leaveOut, RULE_GROUPS, type RuleGroup } from "../../domain/insights/rule_groups.ts";
import { accuracy, type Detection, f1 } from "./eval_figures.ts";
import { evaluateGold, summed } from "./eval_gold.ts";
import { evaluateProbes } from "./eval_probes.ts";
import { evaluateQuotes } from "./eval_quotes.ts";
import { evaluateShown } from "./eval_shown.ts";
import { type GoldReading, goldReading, type Trade } from "./gold_reading.ts";
import type { GoldProbe, GoldReview } from "./gold_set.ts";

/** The labelled sets of this repository. */
export interface LabelledSets {
  readonly development: readonly GoldReview[];
  readonly validation: readonly GoldReview[];
  readonly probes: readonly GoldProbe[];
  /** Trades for development, each with its own taxonomy. */
  readonly trades: { readonly trades: ReadonlyMap<string, Trade>; readonly reviews: readonly GoldReview[] };
}

/** Figures by name, in percent; those of quotes and probes are counts. */
export type KeyFigures = ReadonlyMap<string, number>;

/** The rule group with this name; null if there is none. */
export function ruleGroup(name: string): RuleGroup | null {
  return RULE_GROUPS.find((group) => group === name) ?? null;
}

/**
 * Lines with each changed figure before and after leaving out a group of rules. The trained models stay as fitted with
 * the group. Fitted again, they would make up for some of the loss.
 *
 * @param measure Measures with the current rules.
 */
export function lossLines(group: RuleGroup, whole: KeyFigures, measure: () => KeyFigures): readonly string[] {
  leaveOut(group);
  const left = measure();
  leaveOut(null);
  return [
    `without ${group}:`,
    ...[...whole].flatMap(([name, before]) => {
      const after = left.get(name) ?? 0;
      return before === after
        ? []
        : [`  ${name.padEnd(34)} ${before.toFixed(1).padStart(6)} -> ${after.toFixed(1).padStart(6)}`];
    }),
  ];
}

/** The figures for judging a group of rules. */
export function keyFigures({ development, validation, probes, trades }: LabelledSets): KeyFigures {
  const [usual, own, ofTrades] = [goldReading(), goldReading(true, true), goldReading(true, false, trades.trades)];
  const sets: readonly (readonly [name: string, reading: GoldReading, reviews: readonly GoldReview[]])[] = [
    ["development", usual, development],
    ["validation", usual, validation],
    ["own development", own, development],
    ["own validation", own, validation],
    ["trades", ofTrades, trades.reviews],
  ];
  const figures = new Map<string, number>();
  for (const [name, reading, reviews] of sets) {
    const found = evaluateGold(reviews, reading, true);
    const percent = (counts: ReadonlyMap<string, Detection>) => 100 * f1(summed(counts));
    const [gold, predicted] = [found.pairs.map(({ gold }) => gold), found.pairs.map(({ predicted }) => predicted)];
    figures.set(`${name}: polarity`, 100 * accuracy(gold, predicted));
    figures.set(`${name}: aspects, F1`, percent(found.aspects));
    figures.set(`${name}: criticism, F1`, percent(found.claims.negative));
    figures.set(`${name}: problems, F1`, percent(found.problems));
    if (reading === own) continue;
    const { good, quotes } = evaluateQuotes(reviews, reading);
    figures.set(`${name}: quotes that are good`, good);
    figures.set(`${name}: quotes that are not`, quotes - good);
    const { phrases, rightPhrases, sides, rightSides } = evaluateShown(reviews, reading);
    figures.set(`${name}: phrases that are right`, rightPhrases);
    figures.set(`${name}: phrases that are not`, phrases - rightPhrases);
    figures.set(`${name}: sides that are right`, rightSides);
    figures.set(`${name}: sides that are not`, sides - rightSides);
  }
  const kinds = [...evaluateProbes(probes, usual, () => 0).values()];
  return figures.set("probes", kinds.reduce((sum, { solved }) => sum + solved, 0));
}
