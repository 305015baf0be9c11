import type { Review } from "../review.ts";
import type { AnalyzedReview } from "./analyzed_review.ts";
import type { Evidence, GroupedEvidence } from "./evidence.ts";

/**
 * Gathers, for everything that reviews speak of, the reviews that do. A review counts once for each,
 * so counts mean reviews; one that was not analysed is no evidence.
 *
 * @param reviews Newest first.
 * @param topicsOf Ids of the topics of a review.
 */
export function groupEvidence(
  reviews: readonly Review[],
  analyses: ReadonlyMap<string, AnalyzedReview>,
  topicsOf: (review: Review) => readonly string[],
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
    const whole: Evidence = { review, analysis, sentiment, score, clauses: [] };
    all.push(whole);
    const mentions = new Map(analysis.aspects.map((mention) => [mention.id, mention]));
    for (const { id, sentiment, score, clauses } of mentions.values()) {
      add(aspects, [id], { review, analysis, sentiment, score, clauses });
    }
    add(technicians, analysis.technicians, whole);
    add(services, analysis.services, whole);
    add(problems, analysis.problems, whole);
    add(areas, analysis.service_areas, whole);
    add(topics, topicsOf(review), whole);
  }
  return { all, aspects, technicians, services, problems, service_areas: areas, topics };
}

function add(groups: Map<string, Evidence[]>, ids: readonly string[], evidence: Evidence): void {
  for (const id of new Set(ids)) {
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [evidence]);
    else group.push(evidence);
  }
}
