import { z } from "zod";
import { Business } from "../../domain/business.ts";
import { AggregateRating } from "../../domain/documents/aggregate_rating.ts";
import { policyAnswersOf } from "../../domain/queries/snapshot_policy.ts";
import type { AnsweredQuestion } from "../../domain/documents/policy_answers.ts";
import {
  REVIEW_FIGURES,
  type ReviewFigures,
  reviewFigures,
  sourceLabel,
} from "../../domain/documents/review_figures.ts";
import { PolicyAnswer } from "../../domain/documents/review_policy.ts";
import { absoluteUrl, type Site } from "../../domain/site.ts";
import { aggregateRatingOf } from "../../domain/queries/snapshot_insights.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { keepWithin } from "../wording/answer_limits.ts";
import { quoted } from "../wording/quoted.ts";
import { defineTool } from "./define_tool.ts";

const MOST_SOURCES = 20;
const MOST_LIST_BYTES = 16_000;

/** The tool `get_business`. */
export const getBusiness = defineTool({
  name: "get_business",
  title: "The business",
  description:
    "The business: contact, address, hours, areas, services and technicians with names that other tools take, " +
    "ratings by source, replies, and how reviews are checked and left out. Unknown is null; long lists are " +
    "cut.",
  input: z.object({}),
  output: z.object({
    business: Business,
    aggregate_rating: AggregateRating,
    ...REVIEW_FIGURES,
    review_policy: z.array(PolicyAnswer).meta({
      description: "How the reviews are handled, as questions and answers.",
    }),
    policy_url: z.string().meta({ description: "The same as a page for people, to link to." }),
    sample: z.boolean().meta({ description: "Whether these are fictional sample data." }),
  }),
  answer: (snapshot, _, site) => {
    const { business } = snapshot;
    const data = {
      business: {
        ...business,
        service_areas: keepWithin(business.service_areas, MOST_LIST_BYTES),
        services: keepWithin(business.services, MOST_LIST_BYTES),
        technicians: keepWithin(business.technicians, MOST_LIST_BYTES),
      },
      aggregate_rating: aggregateRatingOf(snapshot),
      ...reviewFigures(snapshot),
      review_policy: policyAnswersOf(snapshot).map(({ question, answer }) => ({ question, answer: [...answer] })),
      policy_url: absoluteUrl(site, "/policy"),
      sample: business.sample,
    };
    return { data, text: businessText(snapshot, data.business, data.review_policy, site) };
  },
});

function figuresText({ ratings_by_source: sources, replies }: ReviewFigures): readonly string[] {
  const { replied_count: replied, replied_pct: share, median_days: days } = replies;
  return [
    ...sources.length < 2 ? [] : [
      `By source: ${
        sources.slice(0, MOST_SOURCES).map((one) =>
          `${quoted(sourceLabel(one.source))}${
            one.url === null ? "" : ` (${one.url})`
          } ${one.rating_value} stars from ${one.review_count}`
        ).join(", ")
      }.`,
    ],
    ...days === null ? [] : [`Replied to: ${replied} (${share} %). Median days to a reply: ${days}.`],
  ];
}

function businessText(
  snapshot: Snapshot,
  listed: Business,
  policy: readonly AnsweredQuestion[],
  site: Site,
): string {
  const { business } = snapshot;
  const { rating_value: mean, review_count: count } = aggregateRatingOf(snapshot);
  const { address } = business;
  const list = (label: string, shown: readonly string[], total: number) =>
    `${label}: ${shown.join(", ") || "none"}${total > shown.length ? `, and ${total - shown.length} more` : ""}`;
  const entry = ({ id, label }: { id: string; label: string }) => `${quoted(label)} (${id})`;
  const known = (label: string, value: string | null) => value === null ? [] : [`${label}: ${quoted(value)}`];
  return [
    `${quoted(business.name)}: ${mean === null ? "no reviews yet" : `${mean} of 5 stars from ${count} reviews`}.`,
    ...figuresText(reviewFigures(snapshot)),
    ...business.sample ? ["These are fictional sample data."] : [],
    ...known("Category", business.category),
    ...known("Description", business.description),
    ...known("Telephone", business.telephone),
    ...known("Email", business.email),
    ...known("Website", business.url),
    ...known("Address", address && Object.values(address).filter((part) => part !== null).join(", ")),
    ...known("Hours", business.opening_hours.join("; ") || null),
    list(business.words?.services ?? "Services", listed.services.map(entry), business.services.length),
    list(
      business.words?.technicians ?? "Technicians",
      listed.technicians.map(({ id, name }) => entry({ id, label: name })),
      business.technicians.length,
    ),
    list("Service areas", listed.service_areas.map(entry), business.service_areas.length),
    "How the reviews are handled:",
    ...policy.map(({ question, answer }) => `- ${question} ${quoted(answer.join(" "))}`),
    `Page of this policy: ${absoluteUrl(site, "/policy")}`,
    ...snapshot.ledger === null ? [] : [`History of publications: ${absoluteUrl(site, "/review-policy/history.json")}`],
  ].join("\n");
}
