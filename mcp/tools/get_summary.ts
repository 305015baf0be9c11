import { z } from "zod";
import { Summary, summaryOf } from "../answers/summary.ts";
import { SUMMARY_CARD_URI } from "../apps/summary_card.ts";
import { defineTool } from "./define_tool.ts";

/** The tool `get_summary`; clients with MCP Apps show its answer as a card. */
export const getSummary = defineTool({
  name: "get_summary",
  title: "Summary of all reviews",
  description:
    "Sums up all reviews on one page: average and distribution of the stars, first and last day, overall sentiment, the " +
    "twelve most mentioned aspects, the last 24 months, a customer's own words and a summary. Use it for general " +
    "questions such as whether the business is good. It takes no arguments. What nothing has measured is null, and the " +
    "text says so; before the first review the counts are 0. Clients that can show it draw a card.",
  input: z.object({}),
  output: Summary,
  // The second key is for hosts of drafts before the first release of MCP Apps.
  meta: { ui: { resourceUri: SUMMARY_CARD_URI }, "ui/resourceUri": SUMMARY_CARD_URI },
  answer: (snapshot) => summaryOf(snapshot),
});
