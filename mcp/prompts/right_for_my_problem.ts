import { completable, type McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { findReviews } from "../../domain/queries/find_reviews.ts";
import { aggregateRatingOf } from "../../domain/queries/snapshot_insights.ts";
import { reviewAt } from "../../domain/queries/snapshot_reviews.ts";
import { type McpServices, withCurrentSnapshot } from "../mcp_services.ts";
import { quoted } from "../answers/outline.ts";
import { attachedReviews, completing, promptMessages } from "./prompt_messages.ts";

const MOST_REVIEWS = 12;

/** Registers the prompt `right_for_my_problem`, for customers. */
export function registerRightForMyProblem(server: McpServer, services: McpServices): void {
  const argsSchema = z.object({
    problem: completable(
      z.string().min(1).max(1000).describe("What is wrong or wanted, in your own words; the services are completed."),
      completing(services, ({ business }) => business.services.map(({ label }) => label)),
    ),
    area: completable(
      z.string().max(200).describe("Where; the service areas are completed."),
      completing(services, ({ business }) => business.service_areas.map(({ label }) => label)),
    ).optional(),
  });
  const config = {
    title: "Is this business right for my problem?",
    description: "For customers: weighs what reviews say of jobs like yours, the good and the bad.",
    argsSchema,
  };
  const messages = ({ problem, area }: z.output<typeof argsSchema>) =>
    withCurrentSnapshot(services, (snapshot) => {
      const { business } = snapshot;
      const found = findReviews(snapshot, problem, MOST_REVIEWS, { isQuestion: false });
      const reviews = found.reviews.map(({ rank }) => reviewAt(snapshot, rank));
      const where = area === undefined ? "" : ` I am in ${quoted(area)}.`;
      const instructions = [
        `My problem: ${quoted(problem)}.${where} Is ${quoted(business.name)} the right business for it?`,
        "Say whether it offers this and where, what customers with such a job say, the good and the bad with the ids of " +
        "the reviews, and what to ask before booking. When the reviews do not tell, say so; search_reviews finds more.",
      ];
      const profile = {
        uri: "reviews://reviews.json",
        value: {
          name: business.name,
          category: business.category,
          telephone: business.telephone,
          url: business.url,
          opening_hours: business.opening_hours,
          services: business.services.map(({ label }) => label),
          service_areas: business.service_areas.map(({ label }) => label),
          aggregate_rating: aggregateRatingOf(snapshot),
        },
      };
      return { messages: promptMessages(instructions, [profile, ...attachedReviews(reviews)]) };
    });
  server.registerPrompt("right_for_my_problem", config, messages);
}
