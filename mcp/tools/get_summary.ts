import { z } from "zod";
import { Summary, summaryOf } from "../answers/summary.ts";
import { SUMMARY_CARD_URI } from "../summary_card.ts";
import { defineTool } from "./define_tool.ts";

/** The tool `get_summary`; clients with MCP Apps show its answer as a card. */
export const getSummary = defineTool({
  name: "get_summary",
  title: "Summary of all reviews",
  description:
    "All reviews on one page: aggregate rating, overall sentiment, the most mentioned aspects with an example of each " +
    "side, 24 months, a quotation and a summary. For general questions. What nothing has measured is null. Clients " +
    "that can show it draw a card.",
  input: z.object({}),
  output: Summary,
  // The second key is for hosts of drafts before the first release of MCP Apps.
  meta: { ui: { resourceUri: SUMMARY_CARD_URI }, "ui/resourceUri": SUMMARY_CARD_URI },
  answer: (snapshot, _, site) => summaryOf(snapshot, site),
});
