import { z } from "zod";
import { Trend } from "../../domain/documents/insights_document.ts";
import { searchCriteria } from "../../domain/queries/search_reviews.ts";
import { insightsOf } from "../../domain/queries/snapshot_insights.ts";
import { balancedEvidence, bySentiment, byStars, evidenceIds, newestOfEachSide } from "../answers/evidence.ts";
import { RANKED_KINDS } from "../answers/rank_candidates.ts";
import { type RankedSubject, type Ranking, rankSubjects } from "../answers/ranked_subjects.ts";
import { unknownNames } from "../answers/unknown_names.ts";
import { defineTool } from "./define_tool.ts";
import { REVIEW_SCOPE } from "./tool_schema.ts";
import { quoted } from "../wording/quoted.ts";
import { evidencePages } from "../wording/review_list.ts";

const KIND = `Expected ${RANKED_KINDS.slice(0, -1).join(", ")} or ${RANKED_KINDS.at(-1)}`;
const ORDER = "Expected best, worst or most_mentioned";
const LIMIT = "Expected a whole number from 1 to 20";
const NAME = "Expected a name of 1 to 200 characters";
const EXAMPLES = 2;
const Count = z.int().min(0);
const Share = z.number().min(0).max(100);
const Sides = z.object({ review_count: Count, positive_count: Count, neutral_count: Count, negative_count: Count });
const Said = z.array(z.object({ id: z.string(), label: z.string(), review_count: Count })).max(3);

/** The tool `rank_subjects`. */
export const rankSubjectsTool = defineTool({
  name: "rank_subjects",
  title: "Ranking",
  description:
    "Ranks technicians, services, aspects, problems, months, sources or service areas: counts, stars, praise, criticism, " +
    "the last 12 months beside the 12 before. `best` goes by the share of positive reviews, `worst` of negative ones " +
    "(problems: their number), by the lower bound of the 95 % Wilson interval. For what goes wrong: problems, worst. " +
    "Empty when nothing is mentioned.",
  input: z.object({
    kind: z.enum(RANKED_KINDS, KIND).meta({ description: "What to rank.", examples: ["technicians"] }),
    order: z.enum(["best", "worst", "most_mentioned"], ORDER).default("best").meta({
      description: "What comes first.",
      examples: ["worst"],
    }),
    since: REVIEW_SCOPE.since,
    until: REVIEW_SCOPE.until,
    mentions_technician: z.string(NAME).min(1, NAME).max(200, NAME).optional().meta({
      description: "Only reviews of this technician: name, alias or id.",
    }),
    mentions_service: z.string(NAME).min(1, NAME).max(200, NAME).optional().meta({
      description: "Only reviews of this service: id, label or alias.",
    }),
    aspect: z.string(NAME).min(1, NAME).max(200, NAME).optional().meta({
      description: "Only reviews of this aspect: id, label or another name. Sides are then those towards it.",
    }),
    source: REVIEW_SCOPE.source,
    limit: z.int(LIMIT).min(1, LIMIT).max(20, LIMIT).default(5).meta({
      description: "How many at the most.",
      examples: [3],
    }),
  }),
  examples: (snapshot) => ({
    aspect: insightsOf(snapshot).aspects[0]?.id,
    source: snapshot.tally.sources[0]?.source,
    mentions_technician: snapshot.business.technicians[0]?.name,
    mentions_service: snapshot.business.services[0]?.id,
  }),
  output: z.object({
    ranked: z.array(z.object({
      id: z.string(),
      label: z.string(),
      review_count: Count,
      positive_count: Count,
      neutral_count: Count,
      negative_count: Count,
      average_rating: z.number().min(1).max(5).nullable(),
      positive_at_least_pct: Share,
      negative_at_least_pct: Share,
      trend: Trend.nullable(),
      may_equal_first: z.boolean().nullable(),
      last_year: Sides.nullable(),
      year_before: Sides.nullable(),
      praised: Said,
      criticised: Said,
      example_review_ids: z.array(z.string()).max(EXAMPLES),
    })).max(20),
    total: Count.meta({ description: "How many are mentioned in all." }),
  }),
  answer: (snapshot, { kind, order, limit, ...filters }, site) => {
    const [unknown] = unknownNames(snapshot, filters);
    if (unknown !== undefined) return { fault: unknown };
    const scope = searchCriteria(snapshot, filters);
    const { aspect } = scope;
    const ranking = rankSubjects(snapshot, kind, order, scope, limit);
    const { ranked, total } = ranking;
    const rows = ranked.map((subject) => {
      const ids = newestOfEachSide(snapshot, subject.criteria, EXAMPLES);
      const sideOf = kind === "aspects"
        ? bySentiment(snapshot, subject.id)
        : aspect === undefined
        ? byStars
        : bySentiment(snapshot, aspect);
      return { subject, examples: balancedEvidence(snapshot, ids, EXAMPLES, sideOf) };
    });
    const text = [
      total === 0
        ? `No review of these mentions any of the ${kind}.`
        : headline(kind, order, ranking, aspect !== undefined),
      ...rows.map(({ subject, examples }, at) =>
        `${at + 1}. ${rankedLine(subject)}; examples ${evidencePages(examples, site)}`
      ),
    ].join("\n");
    const data = {
      ranked: rows.map(({ subject: { criteria: _, ...figures }, examples }) => ({
        ...figures,
        example_review_ids: evidenceIds(examples),
      })),
      total,
    };
    return { data, text };
  },
});

function headline(
  kind: string,
  order: string,
  { ranked, total, by, last_year, year_before }: Ranking,
  hasAspect: boolean,
): string {
  const measure = by === "negative reviews" ? ", by the number of negative reviews" : "";
  return [
    `${ranked.length} of ${total} ${kind}, ${order === "most_mentioned" ? "most mentioned" : order} first${measure}.`,
    kind === "aspects" || hasAspect
      ? "Sides are what is said of the aspect."
      : "Positive are 4 and 5 stars, negative 1 and 2.",
    certainty(ranked, order),
    last_year === null || year_before === null
      ? ""
      : `Of all that are counted, ${last_year} reviews are of the last 12 months and ${year_before} of the 12 before.`,
  ].filter((sentence) => sentence !== "").join(" ");
}

function certainty(ranked: readonly RankedSubject[], order: string): string {
  if (ranked.length < 2 || ranked[0]?.may_equal_first === null) return "";
  const numbers = ranked.flatMap(({ may_equal_first: may }, at) => may && at > 0 ? [String(at + 1)] : []);
  if (numbers.length === 0) return "Number 1 is surely ahead of those that follow: no 95 % interval overlaps.";
  return `${numbers.length === 1 ? "Number" : "Numbers"} ${listed(numbers)} may be as ${
    order === "best" ? "good" : "bad"
  } as number 1: their 95 % intervals overlap.`;
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

function rankedLine(subject: RankedSubject): string {
  const { last_year: year, year_before: before, trend, average_rating: stars } = subject;
  const parts = [
    `${quoted(subject.label)} (id ${quoted(subject.id)}): ${subject.review_count} reviews, ` +
    `${subject.positive_count} positive, ${subject.neutral_count} neutral, ${subject.negative_count} negative`,
    stars === null ? "" : `, ${stars} stars`,
    `; at least ${subject.positive_at_least_pct} % positive, ${subject.negative_at_least_pct} % negative`,
    trend === null ? "" : `; trend ${trend}`,
    year === null ? "" : `; last 12 months ${year.review_count} reviews, ${year.negative_count} negative`,
    before === null ? "" : `, 12 before ${before.review_count}, ${before.negative_count} negative`,
    aspectsPart("praised", subject.praised),
    aspectsPart("criticised", subject.criticised),
  ];
  return parts.join("");
}

function aspectsPart(word: string, aspects: RankedSubject["praised"]): string {
  if (aspects.length === 0) return "";
  return `; ${word} for ${aspects.map((one) => `${quoted(one.label)} ${one.review_count}`).join(", ")}`;
}
