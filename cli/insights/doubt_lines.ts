import type { Doubt } from "../../domain/insights/figures/star_check.ts";
import { shownStars } from "./layout/shown_figure.ts";

/** Says of each aspect and problem that the stars do not bear out what is wrong, and what to do. One line each. */
export function doubtLines(doubts: readonly Doubt[]): readonly string[] {
  return doubts.map(({ kind, label, better, worse }) =>
    kind === "aspect"
      ? `Aspect "${label}": reviews whose words praise it have ${
        shownStars(better)
      } stars on average, those whose words ` +
        `criticise it ${
          shownStars(worse)
        }. Its words may name a burden or be too wide; no verdict on it is published ` +
        "(docs/insights.md)."
      : `Problem "${label}": reviews that tell of it have ${shownStars(worse)} stars on average, the others ` +
        `${shownStars(better)}. Its words may be no complaint; the summary leaves it out (docs/insights.md).`
  );
}
