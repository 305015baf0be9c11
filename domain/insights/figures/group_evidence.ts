import type { Review } from "../../review.ts";
import type { Analyses } from "../analysis/analyze_reviews.ts";
import type { AnalyzedReview } from "../analysis/analyzed_review.ts";
import { sentimentOf } from "../sentiment/review_score.ts";
import type { Evidence, EvidenceById, GroupedEvidence } from "./evidence.ts";

// Shared: 100,000 reviews have several hundred thousand mentions without clauses of their own.
const NONE: readonly number[] = [];

/** Scores have four decimals: kept as whole numbers, as V8 makes an object of any other number in an object. */
const SCALE = 10_000;

/**
 * Evidence that asks for the analysis of its review when it is needed, and keeps what the rest follows from: there is
 * one for each review and each mention.
 */
class ReviewEvidence implements Evidence {
  readonly review: Review;
  // Not with `#`: that takes several times as long to make.
  private readonly scaled: number;
  private readonly analyses: Analyses;
  /** Null for the whole review. */
  private readonly aspect: string | null;

  constructor(analyses: Analyses, review: Review, score: number, aspect: string | null) {
    this.review = review;
    this.scaled = Math.round(score * SCALE);
    this.analyses = analyses;
    this.aspect = aspect;
  }

  get score(): number {
    return this.scaled / SCALE;
  }

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
 * of reviews; a review without an analysis is left out.
 *
 * @param reviews Newest first.
 */
export function groupEvidence(
  reviews: readonly Review[],
  analyses: Analyses,
): GroupedEvidence {
  const all: Evidence[] = [];
  const languages = new Map<string, number>();
  const [aspects, technicians, services] = [newGroups(), newGroups(), newGroups()];
  const [problems, areas, topics] = [newGroups(), newGroups(), newGroups()];
  for (const review of reviews) {
    const analysis = analyses.get(review.id);
    if (analysis === undefined) continue;
    const place = all.length;
    all.push(new ReviewEvidence(analyses, review, analysis.score, null));
    if (analysis.language !== undefined) {
      languages.set(analysis.language, (languages.get(analysis.language) ?? 0) + 1);
    }
    for (const { id, score } of analysis.aspects) add(aspects, id, place, score);
    for (const { id, score } of analysis.technicians) add(technicians, id, place, score);
    for (const { id, score } of analysis.services) add(services, id, place, score);
    for (const id of analysis.problems) add(problems, id, place, analysis.score);
    for (const id of analysis.service_areas) add(areas, id, place, analysis.score);
    for (const id of analysis.topics) add(topics, id, place, analysis.score);
  }
  const whole = (_: string, place: number) => all[place]!;
  const own = (_: string, place: number, score: number) =>
    new ReviewEvidence(analyses, all[place]!.review, score, null);
  return {
    all,
    languages,
    aspects: listsOf(aspects, (id, place, score) => new ReviewEvidence(analyses, all[place]!.review, score, id)),
    technicians: listsOf(technicians, own),
    services: listsOf(services, own),
    problems: listsOf(problems, whole),
    service_areas: listsOf(areas, whole),
    topics: listsOf(topics, whole),
  };
}

/** The places of the reviews that mention something and the scores of it in turn, by its id. */
type Groups = Map<string, WholeNumbers>;

/**
 * A list of whole numbers that grows. Lists of numbers of JavaScript take twice as much, and leave twice as much behind
 * when they grow: together a tenth of the memory of an import.
 */
class WholeNumbers {
  items: Int32Array = new Int32Array(64);
  length = 0;

  push(number: number): void {
    if (this.length === this.items.length) {
      const longer = new Int32Array(2 * this.length);
      longer.set(this.items);
      this.items = longer;
    }
    this.items[this.length++] = number;
  }
}

function newGroups(): Groups {
  return new Map();
}

function add(groups: Groups, id: string, place: number, score: number): void {
  const group = groups.get(id) ?? new WholeNumbers();
  groups.set(id, group);
  group.push(place);
  group.push(Math.round(score * SCALE));
}

/** Makes evidence when it is asked for: lists of all mentions took a tenth of an import's memory, each for a moment. */
function listsOf(
  groups: Groups,
  evidenceOf: (id: string, place: number, score: number) => Evidence,
): EvidenceById {
  const listOf = (id: string) => {
    const group = groups.get(id);
    if (group === undefined) return undefined;
    const { items, length } = group;
    return Array.from({ length: length / 2 }, (_, at) => evidenceOf(id, items[2 * at]!, items[2 * at + 1]! / SCALE));
  };
  return {
    get: listOf,
    *[Symbol.iterator]() {
      for (const id of groups.keys()) yield [id, listOf(id) ?? []];
    },
  };
}
