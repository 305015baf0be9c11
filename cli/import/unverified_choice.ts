import { sentence } from "../../domain/sentences/sentence.ts";
import { showsUnverified, type UnverifiedAnswers } from "../../domain/dataset/dataset.ts";
import { sourceLabel } from "../../domain/documents/review_figures.ts";
import { foldText } from "../../domain/normalize_text.ts";
import type { ImportedReview, Review } from "../../domain/review.ts";
import { type Choice, choice } from "../command/choice.ts";
import { publishedFigures, shownFigures } from "./import_figures.ts";

/**
 * The choices whether reviews are published that their source marks as not verified, one for each source without an
 * answer. The source shows such reviews, so leaving them out without asking would suppress them. Marked rows of our own
 * exports are not asked about, as they keep their state.
 */
export function unverifiedChoices(reviews: readonly ImportedReview[], answers: UnverifiedAnswers): readonly Choice[] {
  const shown = reviews.filter(({ hidden_at }) => hidden_at === undefined);
  const unverified = Map.groupBy(shown.filter(({ verified }) => !verified), ({ source }) => foldText(source));
  return Array.from(unverified).flatMap(([name, [first, ...others]]) => {
    if (first === undefined || showsUnverified(answers, name) !== null) return [];
    const all = shown.filter(({ source }) => foldText(source) === name);
    const figures = (some: readonly Review[]) => shownFigures(publishedFigures(some));
    const parts = { source: sourceLabel(first.source), count: others.length + 1, all: all.length };
    return choice(
      `unverified ${name}`,
      sentence("{source}: {count} of {all|# review|# reviews} {count|is|are} marked as not verified.", parts),
      [],
      [
        [
          `--unverified=${first.source}=shown`,
          sentence("shows them, labelled as not verified: {figures}", { figures: figures(all) }),
        ],
        [
          `--unverified=${first.source}=left-out`,
          sentence("leaves them out, and the policy says how many: {figures}", {
            figures: figures(all.filter(({ verified }) => verified)),
          }),
        ],
      ],
    );
  });
}
