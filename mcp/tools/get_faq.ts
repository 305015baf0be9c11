import { z } from "zod";
import { FaqEntry } from "../../domain/documents/insights_document.ts";
import { foldText } from "../../domain/fold_text.ts";
import { insightsOf } from "../../domain/queries/snapshot_insights.ts";
import { keepWithin, MOST_DATA_BYTES } from "../wording/answer_limits.ts";
import { quoted } from "../wording/quoted.ts";
import { defineTool } from "./define_tool.ts";

const QUERY = "Expected 1 to 200 characters";
const MOST_SOURCES = 5;
const MOST_QUESTIONS = 20;

/** The tool `get_faq`. */
export const getFaq = defineTool({
  name: "get_faq",
  title: "Questions and answers",
  description:
    "Returns questions that customers ask, answered from the reviews, with the ids of up to five reviews that each " +
    "answer rests on (see get_review). `query` keeps those whose question or answer contains the text. When none " +
    "contains it, `matched` is 0 and the text lists the questions that exist. Very long lists are cut; a query narrows " +
    "them. While no questions have been answered, the list is empty: then search_reviews is the way to find out.",
  input: z.object({
    query: z.string(QUERY).min(1, QUERY).max(200, QUERY).optional().meta({
      description: "Text that the question or the answer contains; upper and lower case are alike.",
      examples: ["price"],
    }),
  }),
  output: z.object({
    matched: z.int().min(0).meta({ description: "How many entries match." }),
    faq: z.array(FaqEntry).max(200),
  }),
  answer: (snapshot, { query }) => {
    const { faq } = insightsOf(snapshot);
    const folded = foldText(query ?? "");
    const found = faq.filter(({ question, answer }) =>
      foldText(question).includes(folded) || foldText(answer).includes(folded)
    );
    const short = found.map((entry) => ({
      ...entry,
      source_review_ids: entry.source_review_ids.slice(0, MOST_SOURCES),
    }));
    const shown = keepWithin(short, MOST_DATA_BYTES / 2);
    const questions = faq.slice(0, MOST_QUESTIONS).map(({ question }) => `- ${quoted(question)}`);
    const text = faq.length === 0
      ? "No questions have been answered from the reviews yet; search_reviews finds what reviews say."
      : found.length === 0
      ? `None of the ${faq.length} entries contains ${quoted(query ?? "")}. Questions that exist:\n${
        questions.join("\n")
      }`
      : [
        `${shown.length} of ${found.length} entries:`,
        ...shown.map(({ question, answer }) => `- ${quoted(question)}: ${quoted(answer)}`),
      ].join("\n");
    return { data: { matched: found.length, faq: shown }, text };
  },
});
