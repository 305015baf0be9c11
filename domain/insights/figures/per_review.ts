import type { InsightsDocument, ReviewAnalysis } from "../../documents/insights_document.ts";
import type { Mention } from "../analysis/analyzed_review.ts";
import { rounded } from "../numbers.ts";
import type { Evidence } from "./evidence.ts";

type SaidAspect = ReviewAnalysis["aspects"][number];

/**
 * The analysis of each review by review id. Equal objects are shared: 100,000 reviews have few different ones.
 */
export function perReview(evidence: readonly Evidence[]): InsightsDocument["per_review"] {
  const aspects = new Map<string, Partial<Record<Mention["sentiment"], SaidAspect>>>();
  const aspectOf = ({ id, sentiment }: Mention): SaidAspect => {
    let said = aspects.get(id);
    if (said === undefined) aspects.set(id, said = {});
    return said[sentiment] ??= { id, sentiment };
  };
  const named = (mentions: readonly Mention[]) => mentions.map(({ id }) => id);
  // One at a time: a list of all pairs was a fiftieth of the memory of an import.
  function* entries(): Generator<readonly [id: string, said: ReviewAnalysis]> {
    for (const { review, analysis } of evidence) {
      const said: ReviewAnalysis = {
        sentiment: analysis.sentiment,
        score: rounded(analysis.score, 3),
        aspects: analysis.aspects.map(aspectOf),
        technicians: named(analysis.technicians),
        services: named(analysis.services),
        problems: [...analysis.problems],
        service_areas: [...analysis.service_areas],
        topics: [...analysis.topics],
      };
      yield [review.id, analysis.language === undefined ? said : { ...said, language: analysis.language }];
    }
  }
  return Object.fromEntries(entries());
}
