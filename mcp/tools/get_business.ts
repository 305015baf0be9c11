import { z } from "zod";
import { reviewFigures } from "../../domain/documents/review_figures.ts";
import { aggregateRatingOf } from "../../domain/queries/snapshot_insights.ts";
import { policyAnswersOf } from "../../domain/queries/snapshot_policy.ts";
import { absoluteUrl } from "../../domain/site.ts";
import { tradeWords } from "../../domain/trades.ts";
import { keepWithin } from "../answers/outline.ts";
import { defineTool } from "./define_tool.ts";

const MOST_LIST_BYTES = 6_000;

/** The tool `get_business`. */
export const getBusiness = defineTool({
  name: "get_business",
  title: "The business",
  description:
    "The business: contact, hours, stars by source, how it replies, and the names of services, technicians " +
    "and areas that other tools take. Unknown is null; very long lists are cut.",
  input: z.object({
    policy: z.boolean("Expected true or false").default(false).meta({
      description: "Also how reviews are checked, left out and shown.",
      examples: [true],
    }),
  }),
  answer: (snapshot, { policy }, site) => {
    const { name, description, url, telephone, email, category, address, opening_hours, sample, ...lists } =
      snapshot.business;
    const words = tradeWords(snapshot.business, "en");
    const named = (entries: readonly { readonly id: string; readonly label: string }[]) =>
      keepWithin(entries.map(({ id, label }) => ({ id, label })), MOST_LIST_BYTES);
    const business = {
      ...{ name, description, url, telephone, email, category, address, opening_hours },
      ...Object.keys(words).length > 0 && { words },
      services: named(lists.services),
      technicians: named(lists.technicians.map(({ id, name: label }) => ({ id, label }))),
      service_areas: named(lists.service_areas),
    };
    const { ratings_by_source, replies } = reviewFigures(snapshot);
    const leftOut = (["services", "technicians", "service_areas"] as const).flatMap((kind) =>
      business[kind].length === lists[kind].length ? [] : [`Of ${lists[kind].length} ${kind} the first are listed.`]
    );
    const answers = policyAnswersOf(snapshot).map(({ question, answer }) => ({ question, answer: answer.join(" ") }));
    const data = {
      business,
      aggregate_rating: aggregateRatingOf(snapshot),
      ratings_by_source: keepWithin(ratings_by_source, MOST_LIST_BYTES),
      replies,
      sample,
      policy_url: absoluteUrl(site, "/policy"),
      ...policy && { review_policy: answers, history_url: absoluteUrl(site, "/review-policy/history.json") },
    };
    return { data, sentences: [...sample ? ["These are fictional sample data."] : [], ...leftOut] };
  },
});
