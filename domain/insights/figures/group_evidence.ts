import type { Review } from "../../review.ts";
import type { AnalyzedReview, Mention } from "../analysis/analyzed_review.ts";
import type { Evidence, GroupedEvidence } from "./evidence.ts";

// Shared: 100,000 reviews have several hundred thousand mentions without clauses of their own.
const NONE: readonly number[] = [];

/**
 * Groups the reviews by what they mention. A review counts once for each aspect, entity or topic, so counts are numbers
 * of reviews; a review without an analysis is left out.
 *
 * @param reviews Newest first.
 */
export function groupEvidence(
  reviews: readonly Review[],
  analyses: ReadonlyMap<string, AnalyzedReview>,
): GroupedEvidence {
  const all: Evidence[] = [];
  const aspects = new Map<string, Evidence[]>();
  const technicians = new Map<string, Evidence[]>();
  const services = new Map<string, Evidence[]>();
  const problems = new Map<string, Evidence[]>();
  const areas = new Map<string, Evidence[]>();
  const topics = new Map<string, Evidence[]>();
  for (const review of reviews) {
    const analysis = analyses.get(review.id);
    if (analysis === undefined) continue;
    const { sentiment, score } = analysis;
    const whole: Evidence = { review, analysis, sentiment, score, spans: NONE };
    all.push(whole);
    for (const { id, sentiment, score, spans } of analysis.aspects) {
      add(aspects, id, { review, analysis, sentiment, score, spans });
    }
    const own = ({ sentiment, score }: Mention): Evidence => ({ review, analysis, sentiment, score, spans: NONE });
    for (const mention of analysis.technicians) add(technicians, mention.id, own(mention));
    for (const mention of analysis.services) add(services, mention.id, own(mention));
    for (const id of analysis.problems) add(problems, id, whole);
    for (const id of analysis.service_areas) add(areas, id, whole);
    for (const id of analysis.topics) add(topics, id, whole);
  }
  return { all, aspects, technicians, services, problems, service_areas: areas, topics };
}

function add(groups: Map<string, Evidence[]>, id: string, evidence: Evidence): void {
  const group = groups.get(id);
  if (group === undefined) groups.set(id, [evidence]);
  else group.push(evidence);
}
