import type { InsightsDocument, ReviewAnalysis } from "../../documents/insights_document.ts";
import type { Mention } from "../analysis/analyzed_review.ts";
import { rounded } from "../numbers.ts";
import { sharedLists } from "../shared_lists.ts";
import type { Evidence } from "./evidence.ts";

type SaidAspect = ReviewAnalysis["aspects"][number];

/**
 * The analysis of each review by review id. Equal lists and objects are shared: 100,000 reviews have few different
 * ones.
 */
export function perReview(evidence: readonly Evidence[]): InsightsDocument["per_review"] {
  const idsOf = sharedLists();
  const aspects = new Map<string, SaidAspect>();
  const aspectOf = ({ id, sentiment }: Mention): SaidAspect => {
    const key = `${id}\n${sentiment}`;
    const known = aspects.get(key) ?? { id, sentiment };
    aspects.set(key, known);
    return known;
  };
  const aspectLists = new Map<string, SaidAspect[]>();
  const aspectsOf = (mentions: readonly Mention[]): SaidAspect[] => {
    const key = mentions.map(({ id, sentiment }) => `${id} ${sentiment}`).join("\n");
    const known = aspectLists.get(key) ?? mentions.map(aspectOf);
    aspectLists.set(key, known);
    return known;
  };
  const named = (mentions: readonly Mention[]) => idsOf(mentions.map(({ id }) => id));
  // One at a time: a list of all pairs was a fiftieth of the memory of an import.
  function* entries(): Generator<readonly [id: string, said: ReviewAnalysis]> {
    for (const { review, analysis } of evidence) {
      const said: ReviewAnalysis = {
        sentiment: analysis.sentiment,
        score: rounded(analysis.score, 3),
        aspects: aspectsOf(analysis.aspects),
        technicians: named(analysis.technicians),
        services: named(analysis.services),
        problems: idsOf(analysis.problems),
        service_areas: idsOf(analysis.service_areas),
        topics: idsOf(analysis.topics),
      };
      yield [review.id, analysis.language === undefined ? said : { ...said, language: analysis.language }];
    }
  }
  return Object.fromEntries(entries());
}
