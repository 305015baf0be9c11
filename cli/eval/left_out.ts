import { leaveOut, RULE_GROUPS, type RuleGroup } from "../../domain/insights/rule_groups.ts";
import { accuracy, type Detection, f1 } from "./eval_figures.ts";
import { evaluateGold, summed } from "./eval_gold.ts";
import { evaluateProbes } from "./eval_probes.ts";
import { evaluateQuotes } from "./eval_quotes.ts";
import { goldReading } from "./gold_reading.ts";
import type { GoldProbe, GoldReview } from "./gold_set.ts";

/** The labelled sets of this repository. */
export interface LabelledSets {
  readonly development: readonly GoldReview[];
  readonly validation: readonly GoldReview[];
  readonly probes: readonly GoldProbe[];
}

/** Figures by their names, in percent or, of quotes and probes, as counts. */
export type KeyFigures = ReadonlyMap<string, number>;

/** The group of a name; null of an unknown one. */
export function ruleGroup(name: string): RuleGroup | null {
  return RULE_GROUPS.find((group) => group === name) ?? null;
}

/**
 * Lines that tell what each figure is without a group of rules and how much that is less. The trained part stays as it
 * is, fitted with the group: fitted anew it makes up for some of the loss.
 *
 * @param measure Measures with the rules as they are.
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

/** The figures by which a group of rules is judged. */
export function keyFigures({ development, validation, probes }: LabelledSets): KeyFigures {
  const figures = new Map<string, number>();
  const readings = [["", goldReading()], ["own ", goldReading(true, true)]] as const;
  for (const [kind, reading] of readings) {
    for (const [set, reviews] of [["development", development], ["validation", validation]] as const) {
      const name = `${kind}${set}:`;
      const found = evaluateGold(reviews, reading, true);
      const percent = (detection: Detection) => 100 * f1(detection);
      figures.set(
        `${name} polarity`,
        100 * accuracy(found.pairs.map(({ gold }) => gold), found.pairs.map(({ predicted }) => predicted)),
      );
      figures.set(`${name} aspects, F1`, percent(summed(found.aspects)));
      figures.set(`${name} criticism, F1`, percent(summed(found.claims.negative)));
      figures.set(`${name} problems, F1`, percent(summed(found.problems)));
      if (kind !== "") continue;
      const { good, quotes } = evaluateQuotes(reviews, reading);
      figures.set(`${name} quotes that are good`, good);
      figures.set(`${name} quotes that are not`, quotes - good);
    }
  }
  const kinds = [...evaluateProbes(probes, goldReading(), () => 0).values()];
  return figures.set("probes", kinds.reduce((sum, { solved }) => sum + solved, 0));
}
