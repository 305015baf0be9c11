import { z } from "zod";
import { summaryOf } from "../answers/summary.ts";
import { SUMMARY_CARD_URI } from "../summary_card.ts";
import { defineTool } from "./define_tool.ts";

/** The tool `get_summary`; clients with MCP Apps show its answer as a card. */
export const getSummary = defineTool({
  name: "get_summary",
  title: "Summary of all reviews",
  description:
    "All reviews on one page: stars, sentiment, main aspects and problems, 12 months, the last year beside " +
    "the one before, sentences to quote with the ids of reviews. What is not measured is null.",
  input: z.object({}),
  // The second key is for hosts of drafts before the first release of MCP Apps.
  meta: { ui: { resourceUri: SUMMARY_CARD_URI }, "ui/resourceUri": SUMMARY_CARD_URI },
  answer: summaryOf,
});
