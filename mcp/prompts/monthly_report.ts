import { completable, type McpServer, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { z } from "zod";
import { insightsOf } from "../../domain/queries/snapshot_insights.ts";
import { reviewAt } from "../../domain/queries/snapshot_reviews.ts";
import { searchIndex } from "../../domain/search/search_index.ts";
import { type McpServices, withCurrentSnapshot } from "../mcp_services.ts";
import { quoted } from "../answers/outline.ts";
import { attachedReviews, completing, promptMessages } from "./prompt_messages.ts";

const MOST_REVIEWS = 60;
const MOST_SHOWN = 24;

/** Registers the prompt `monthly_report`, for the owner. */
export function registerMonthlyReport(server: McpServer, services: McpServices): void {
  const argsSchema = z.object({
    month: completable(
      z.string().max(20).describe(
        'The month, written YYYY-MM, for example "2026-10"; completed; the newest one when left out.',
      ),
      completing(services, (snapshot) => insightsOf(snapshot).temporal.monthly.map(({ month }) => month).reverse()),
    ).optional(),
  });
  const config = {
    title: "Monthly report",
    description: "For the owner: a report on the reviews of one month, compared with the month before.",
    argsSchema,
  };
  const messages = ({ month: wanted }: z.output<typeof argsSchema>) =>
    withCurrentSnapshot(services, (snapshot) => {
      const { monthly } = insightsOf(snapshot).temporal;
      const at = wanted === undefined ? monthly.length - 1 : monthly.findIndex(({ month }) => month === wanted.trim());
      const figures = monthly[at];
      if (figures === undefined) {
        const known = monthly.slice(-MOST_SHOWN).map(({ month }) => month).join(", ") || "none";
        const which = wanted === undefined ? "yet" : `of the month ${quoted(wanted)}`;
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          `There are no reviews ${which}. The most recent months: ${known}.`,
        );
      }
      const { month } = figures;
      const { matched, ranks } = searchIndex(snapshot.search, {
        since: `${month}-01`,
        // Dates are compared as numbers, so day 32 is after every day of the month.
        until: `${month}-32`,
        limit: MOST_REVIEWS,
      });
      const reviews = attachedReviews(ranks.map((rank) => reviewAt(snapshot, rank)));
      const instructions = [
        `Write a report on the reviews that ${
          quoted(snapshot.business.name)
        } received in ${month}, for its owner, on one page.`,
        "State the number of reviews and the average beside those of the month before, what was praised, what was " +
        "criticised and by how many, which technicians and services were named, which reviews need a reply, and " +
        "three things to do. Give the id of the review behind every statement.",
        `Attached are the figures of the months and ${reviews.length} of the ${matched} reviews.`,
      ];
      const recent = {
        uri: "reviews://insights.json",
        value: { monthly: monthly.slice(Math.max(at - 1, 0), at + 1) },
      };
      return { messages: promptMessages(instructions, [recent, ...reviews]) };
    });
  server.registerPrompt("monthly_report", config, messages);
}
