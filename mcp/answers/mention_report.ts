import { z } from "zod";
import { AggregateRating } from "../../domain/documents/aggregate_rating.ts";
import { EntityInsight } from "../../domain/documents/insights_document.ts";
import { mentionFigures, type NamedThing } from "../../domain/queries/named_things.ts";
import type { SearchCriteria } from "../../domain/search/search_index.ts";
import type { Site } from "../../domain/site.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { balancedEvidence, newestOfEachSide, ReviewExcerpt, reviewExcerpt } from "./evidence.ts";
import { distributionText, measured } from "../wording/figure_text.ts";
import { quoted, UNTRUSTED, Untrusted, UNTRUSTED_LINE } from "../wording/quoted.ts";
import { exampleLines } from "../wording/review_list.ts";

const EXAMPLES = 5;

/** The figures of one technician or service with example reviews. */
export const MentionReport = z.object({
  mention_count: z.int().min(0).meta({ description: "Reviews that mention it." }),
  average_rating: EntityInsight.shape.average_rating.meta({ description: "Mean stars of these reviews." }),
  distribution: AggregateRating.shape.distribution.meta({ description: "Number of these reviews by stars." }),
  positive_pct: EntityInsight.shape.positive_pct.meta({
    description: "Share of positive mentions in per cent; null when sentiment is not measured.",
  }),
  score: EntityInsight.shape.score.meta({
    description: "Sentiment from -1 (negative) to 1 (positive); null when it is not measured.",
  }),
  example_reviews: z.array(ReviewExcerpt).max(EXAMPLES).meta({ description: "Some of these reviews, of each side." }),
  untrusted: Untrusted,
});

/** The report on a technician or service, as data and as text. */
export function mentionReport(
  snapshot: Snapshot,
  thing: NamedThing,
  criteria: Pick<SearchCriteria, "technicians" | "services">,
  site: Site,
): { readonly data: z.output<typeof MentionReport>; readonly text: string } {
  const { insight } = thing;
  const { count, averageRating, distribution } = mentionFigures(snapshot, criteria);
  const ids = [...insight?.example_review_ids ?? [], ...newestOfEachSide(snapshot, criteria, EXAMPLES)];
  const examples = balancedEvidence(snapshot, ids, EXAMPLES);
  const data = {
    mention_count: count,
    average_rating: averageRating,
    distribution,
    positive_pct: insight?.positive_pct ?? null,
    score: insight?.score ?? null,
    example_reviews: examples.map((example) => reviewExcerpt(example, site)),
    untrusted: UNTRUSTED,
  };
  const text = [
    UNTRUSTED_LINE,
    `${quoted(thing.label)} (id ${quoted(thing.id)}) is mentioned in ${count} of ${snapshot.reviewCount} reviews` +
    (averageRating === null ? "." : `, with ${averageRating} stars on average (${distributionText(distribution)}).`),
    `Positive: ${measured(data.positive_pct, " %")}; sentiment score: ${measured(data.score)}.`,
    ...thing.aliases.length === 0 ? [] : [`Also called: ${thing.aliases.map((alias) => quoted(alias)).join(", ")}.`],
    ...exampleLines(examples, site),
  ].join("\n");
  return { data, text };
}
