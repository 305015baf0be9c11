import { FEWEST_REVIEWS } from "../../domain/insights/evidence_minimum.ts";
import { counted } from "../../domain/insights/prose/wording.ts";
import { namedThings } from "../../domain/queries/named_things.ts";
import { insightsOf } from "../../domain/queries/snapshot_insights.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { comparisonOf, comparisonSentence, type CountCriteria, lastYears, sidesOf, starsOf } from "./comparison.ts";
import { keepWithin } from "./outline.ts";
import { balancedEvidence } from "./review_evidence.ts";
import { judgedAspects, relatedCounts } from "./subject_figures.ts";

/** Kinds of subjects on which there is a report. */
export const SUBJECT_KINDS = ["technician", "service", "aspect", "problem", "topic", "service_area"] as const;

type SubjectKind = typeof SUBJECT_KINDS[number];

const EXAMPLES = 4;
const MOST_PHRASES = 6;
const MOST_ASPECTS = 6;
const MOST_ALIAS_BYTES = 1000;

/** Figures of the insights on a subject. */
interface SubjectInsight {
  readonly score: number | null;
  readonly top_phrases?: readonly string[];
  readonly example_review_ids: readonly string[];
}

/** Subjects of fewer reviews are not published. */
const FEW = `fewer than ${FEWEST_REVIEWS} reviews`;

interface Subject {
  readonly id: string;
  readonly label: string;
  readonly aliases?: readonly string[];
  /** Null if no review speaks of it. */
  readonly insight: SubjectInsight | null;
}

/**
 * What reviews say of a subject, as data and sentences.
 *
 * @param scope Criteria of the reviews that count; by default all do.
 */
export function subjectReport(
  snapshot: Snapshot,
  kind: SubjectKind,
  { id, label, aliases, insight: ofAll }: Subject,
  scope: CountCriteria = {},
) {
  const criteria = { ...scope, ...criteriaOf(kind, id, label) };
  // The insights have figures of all reviews alone.
  const insight = Object.values(scope).every((one) => one === undefined) ? ofAll : null;
  const { distribution, average_rating } = starsOf(snapshot, criteria);
  const [last, before] = lastYears(snapshot, scope);
  const comparison = before === null ? null : comparisonOf(snapshot, criteria, before, last);
  const countsStars = kind !== "aspect";
  const isFound = kind === "aspect" || kind === "problem" || kind === "topic";
  const inLastYear = relatedCounts(snapshot, { ...criteria, ...last });
  const related = Object.fromEntries(
    Object.entries(relatedCounts(snapshot, criteria)).map(([name, counts]) => [
      name,
      { ...counts, last_year_negative_count: inLastYear[name]!.negative_count },
    ]),
  );
  const sides = sidesOf(snapshot, criteria);
  const data = {
    kind,
    id,
    label,
    ...aliases !== undefined && { aliases: keepWithin(aliases, MOST_ALIAS_BYTES) },
    ...sides,
    average_rating,
    distribution,
    score: insight?.score ?? null,
    ...insight?.top_phrases !== undefined && { top_phrases: insight.top_phrases.slice(0, MOST_PHRASES) },
    ...countsStars && { praised: judgedAspects(snapshot, criteria, "positive", MOST_ASPECTS) },
    ...countsStars && { criticised: judgedAspects(snapshot, criteria, "negative", MOST_ASPECTS) },
    related,
    comparison,
    examples: balancedEvidence(snapshot, criteria, EXAMPLES, insight?.example_review_ids),
  };
  return {
    data,
    sentences: [
      ...sides.review_count === 0
        ? [!isFound ? "No review speaks of it." : `The analysis finds ${ofAll === null ? FEW : "no reviews"} of it.`]
        : [],
      countsStars
        ? "Positive are 4 and 5 stars, negative 1 and 2."
        : "Sides are what is said of the aspect, not the stars.",
      ...comparison === null ? [] : [comparisonSentence(comparison)],
      ...Object.entries(related).map(([name, { review_count, negative_count, last_year_negative_count: recent }]) =>
        `The ${name} counts some of the same: ${
          counted(review_count, "review")
        }, ${negative_count} negative, ${recent} of ` +
        "these in the last year."
      ),
    ],
  };
}

/** The subjects of a kind with their figures. */
export function subjectsOf(snapshot: Snapshot, kind: SubjectKind): readonly Subject[] {
  const { aspects, entities, topics } = insightsOf(snapshot);
  const known = (
    kind: "aspects" | "problems" | "topics",
    insights: readonly (SubjectInsight & { readonly id: string })[],
  ) => {
    const figures = new Map(insights.map((one) => [one.id, one]));
    return snapshot.subjects[kind].map(({ id, label }) => ({ id, label, insight: figures.get(id) ?? null }));
  };
  switch (kind) {
    case "technician":
      return namedThings(snapshot, "technicians");
    case "service":
      return namedThings(snapshot, "services");
    case "aspect":
      return known("aspects", aspects);
    case "problem":
      return known("problems", entities.problems);
    case "topic":
      return known("topics", topics);
    case "service_area":
      return snapshot.business.service_areas.map((area) => ({
        ...area,
        insight: entities.service_areas.find(({ id }) => id === area.id) ?? null,
      }));
  }
}

function criteriaOf(kind: SubjectKind, id: string, label: string): CountCriteria {
  switch (kind) {
    case "technician":
      return { technicians: [label] };
    case "service":
      return { services: [id] };
    case "service_area":
      return { serviceArea: id };
    default:
      return { [kind]: id };
  }
}
