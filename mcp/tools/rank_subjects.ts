import { z } from "zod";
import { counted } from "../../domain/insights/prose/wording.ts";
import { searchCriteria } from "../../domain/queries/search_reviews.ts";
import { insightsOf } from "../../domain/queries/snapshot_insights.ts";
import { unknownNames } from "../../domain/queries/known_names.ts";
import { balancedEvidence } from "../answers/review_evidence.ts";
import { RANKED_KINDS, RANKED_ORDERS, type Ranking, rankSubjects } from "../answers/ranking.ts";
import { defineTool } from "./define_tool.ts";
import { nameArgument, REVIEW_SCOPE, withPeriodRule } from "./tool_schema.ts";

const KIND = `Expected ${RANKED_KINDS.slice(0, -1).join(", ")} or ${RANKED_KINDS.at(-1)}`;
const ORDER = "Expected best, worst or most_mentioned";
const LIMIT = "Expected a whole number from 1 to 20";
const EXAMPLES = 2;
const LIST = new Intl.ListFormat("en-GB");

/** The tool `rank_subjects`. */
export const rankSubjectsTool = defineTool({
  name: "rank_subjects",
  title: "Ranking",
  description: "Ranks technicians, services, aspects, problems, months, sources or areas, with counts, stars, the " +
    "last 12 months and the 12 before. For what goes wrong: problems, worst. Empty when none is mentioned.",
  input: withPeriodRule(z.object({
    kind: z.enum(RANKED_KINDS, KIND).meta({ description: "What to rank.", examples: ["technicians"] }),
    order: z.enum(RANKED_ORDERS, ORDER).default("best").meta({
      description:
        "What comes first, by the lower bound of the 95 % Wilson interval of the share of positive (best) or negative " +
        "(worst) reviews; worst problems by number.",
      examples: ["worst"],
    }),
    since: REVIEW_SCOPE.since,
    until: REVIEW_SCOPE.until,
    mentions_technician: nameArgument("Only with this technician.").optional(),
    mentions_service: nameArgument("Only with this service.").optional(),
    aspect: nameArgument("Only with this aspect; sides are then those towards it.").optional(),
    source: REVIEW_SCOPE.source,
    limit: z.int(LIMIT).min(1, LIMIT).max(20, LIMIT).default(5).meta({
      description: "How many at the most.",
      examples: [3],
    }),
  })),
  examples: (snapshot) => ({
    aspect: insightsOf(snapshot).aspects[0]?.id,
    source: snapshot.tally.sources[0]?.source,
    mentions_technician: snapshot.business.technicians[0]?.name,
    mentions_service: snapshot.business.services[0]?.id,
  }),
  answer: (snapshot, { kind, order, limit, ...filters }) => {
    const [unknown] = unknownNames(snapshot, filters);
    if (unknown !== undefined) return { fault: unknown };
    const scope = searchCriteria(snapshot, filters);
    const ranking = rankSubjects(snapshot, kind, order, scope, limit);
    const ranked = ranking.ranked.map(({ criteria, ...figures }) => ({
      ...figures,
      example_review_ids: balancedEvidence(snapshot, criteria, EXAMPLES).map(({ id }) => id),
    }));
    return {
      data: { ranked, total: ranking.total },
      sentences: rankingSentences(ranking, kind, order, scope.aspect !== undefined),
    };
  },
});

/** Says what a ranking counts, and how sure its order is. */
export function rankingSentences(
  { ranked, total, by }: Ranking,
  kind: typeof RANKED_KINDS[number],
  order: typeof RANKED_ORDERS[number],
  hasAspect: boolean,
): readonly string[] {
  const [one, several] = [kind.slice(0, -1).replace("_", " "), kind.replace("_", " ")];
  if (total === 0) return [`No review of these mentions any of the ${several}.`];
  const first = order === "most_mentioned" ? "most mentioned" : order;
  const shown = ranked.length === total
    ? counted(total, one, several)
    : `${ranked.length} of ${counted(total, one, several)}`;
  const measure = by === "negative reviews" ? ", by the number of negative reviews" : "";
  const numbers = ranked.flatMap(({ may_equal_first: may }, at) => may && at > 0 ? [String(at + 1)] : []);
  const certainty = ranked.length < 2 || ranked[0]?.may_equal_first === null
    ? []
    : numbers.length === 0
    ? ["Number 1 is surely ahead of those that follow: no 95 % interval overlaps."]
    : [
      `${numbers.length === 1 ? "Number" : "Numbers"} ${LIST.format(numbers)} may be as ${
        order === "best" ? "good" : "bad"
      } as number 1: their 95 % intervals overlap.`,
    ];
  return [
    `${shown}${total === 1 ? "" : `, ${first} first`}${measure}.`,
    kind === "aspects" || hasAspect
      ? "Sides are what is said of the aspect."
      : "Positive are 4 and 5 stars, negative 1 and 2.",
    ...certainty,
  ];
}
