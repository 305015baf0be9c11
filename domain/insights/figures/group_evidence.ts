import type { Review } from "../../review.ts";
import type { Analyses } from "../analysis/analyze_reviews.ts";
import type { AnalyzedReview } from "../analysis/analyzed_review.ts";
import { sentimentOf } from "../sentiment/review_score.ts";
import type { Evidence, GroupedEvidence } from "./evidence.ts";

const NONE: readonly number[] = [];

/** Evidence that unpacks the analysis of its review on access. One object exists per review and per mention. */
class ReviewEvidence implements Evidence {
  constructor(
    private readonly analyses: Analyses,
    readonly review: Review,
    readonly score: number,
    /** Id of the aspect; null for the whole review. */
    private readonly aspect: string | null = null,
  ) {}

  get sentiment(): Evidence["sentiment"] {
    return sentimentOf(this.score);
  }

  get analysis(): AnalyzedReview {
    return this.analyses.get(this.review.id)!;
  }

  get spans(): readonly number[] {
    if (this.aspect === null) return NONE;
    return this.analysis.aspects.find(({ id }) => id === this.aspect)?.spans ?? NONE;
  }
}

/**
 * Groups the reviews by what they mention. A review counts once for each aspect, entity or topic, so counts are numbers
 * of reviews; a review without an analysis is left out. If most texts are in other languages, nothing follows from the
 * few that were read: they add no aspects, problems and topics.
 *
 * @param reviews Newest first.
 * @param read Languages besides English whose texts are read.
 */
export function groupEvidence(
  reviews: readonly Review[],
  analyses: Analyses,
  read: ReadonlySet<string> = new Set(),
): GroupedEvidence {
  const all: Evidence[] = [];
  const languages = new Map<string, number>();
  const [aspects, technicians, services] = [newGroups(), newGroups(), newGroups()];
  const [problems, areas, topics] = [newGroups(), newGroups(), newGroups()];
  for (const review of reviews) {
    const analysis = analyses.get(review.id);
    if (analysis === undefined) continue;
    const { language, isLabelled } = analysis;
    // Texts that the labeller read were read.
    if (language !== undefined && !isLabelled && !read.has(language)) {
      languages.set(language, (languages.get(language) ?? 0) + 1);
    }
    const whole = new ReviewEvidence(analyses, review, analysis.score);
    all.push(whole);
    for (const { id, score } of analysis.aspects) add(aspects, id, new ReviewEvidence(analyses, review, score, id));
    for (const { id, score } of analysis.technicians) add(technicians, id, new ReviewEvidence(analyses, review, score));
    for (const { id, score } of analysis.services) add(services, id, new ReviewEvidence(analyses, review, score));
    for (const id of analysis.problems) add(problems, id, whole);
    for (const id of analysis.service_areas) add(areas, id, whole);
    for (const id of analysis.topics) add(topics, id, whole);
  }
  const foreign = languages.values().reduce((sum, count) => sum + count, 0);
  if (2 * foreign > all.filter(({ review: { text } }) => text !== null && text !== "").length) {
    for (const groups of [aspects, problems, topics]) groups.clear();
  }
  return { all, languages, aspects, technicians, services, problems, service_areas: areas, topics };
}

function newGroups(): Map<string, Evidence[]> {
  return new Map();
}

function add(groups: Map<string, Evidence[]>, id: string, evidence: Evidence): void {
  const group = groups.get(id);
  if (group === undefined) groups.set(id, [evidence]);
  else group.push(evidence);
}
