import { sentimentOf } from "../../domain/insights/sentiment/review_score.ts";
import type { Polarity } from "./eval_figures.ts";
import type { GoldReading } from "./gold_reading.ts";
import type { GoldProbe } from "./gold_set.ts";

/** The taxonomy for reading the probes, which are about home services. */
const TAXONOMY = "home_services";

/** Numbers of probes of one kind, and of those read correctly. */
export interface ProbeFigures {
  readonly probes: number;
  readonly solved: number;
  /** Number of probes whose aspect itself was found with the labelled polarity. */
  readonly solvedOnAspect: number;
  readonly vader: number;
}

/**
 * Reads each probe without stars. A probe is solved if its aspect gets the labelled polarity. If the aspect was not
 * found or none is labelled, the polarity of the text counts.
 *
 * @param vader Scores a text from -1 to 1, for comparison.
 * @returns Figures by kind, in the order of the probes.
 */
export function evaluateProbes(
  probes: readonly GoldProbe[],
  reading: GoldReading,
  vader: (text: string) => number,
): ReadonlyMap<string, ProbeFigures> {
  const kinds = new Map<string, ProbeFigures>();
  for (const { kind, text, polarity, aspect } of probes) {
    const analysis = reading.read(TAXONOMY, null, text);
    const mention: Polarity | undefined = analysis.aspects.find(({ id }) => id === aspect)?.sentiment;
    const before = kinds.get(kind) ?? { probes: 0, solved: 0, solvedOnAspect: 0, vader: 0 };
    kinds.set(kind, {
      probes: before.probes + 1,
      solved: before.solved + Number((mention ?? analysis.sentiment) === polarity),
      solvedOnAspect: before.solvedOnAspect + Number(mention === polarity),
      vader: before.vader + Number(sentimentOf(vader(text)) === polarity),
    });
  }
  return kinds;
}
