import type { AspectFigures } from "./eval_aspects.ts";
import { accuracyLine, detectionLine } from "./eval_figures.ts";

/** Prints the figures of aspects and their polarity, a line each. */
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
