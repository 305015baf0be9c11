import { z } from "zod";
import { FaqEntry } from "../../domain/documents/insights_document.ts";
import { foldText } from "../../domain/normalize_text.ts";
import { insightsOf } from "../../domain/queries/snapshot_insights.ts";
import { balancedEvidence, evidenceIds } from "../answers/evidence.ts";
import { keepWithin, MOST_DATA_BYTES } from "../wording/answer_limits.ts";
import { evidencePages } from "../wording/review_list.ts";
import { quoted, UNTRUSTED, Untrusted, UNTRUSTED_LINE } from "../wording/quoted.ts";
import { defineTool } from "./define_tool.ts";

const QUERY = "Expected 1 to 200 characters";
const MOST_SOURCES = 3;
const MOST_QUESTIONS = 20;

/** The tool `get_faq`. */
export const getFaq = defineTool({
  name: "get_faq",
  title: "Questions and answers",
  description:
    "Questions that customers ask, answered from the reviews, each with reviews of different sides as sources. When " +
    "none contains `query`, `matched` is 0 and the text lists the questions that exist.",
  input: z.object({
    query: z.string(QUERY).min(1, QUERY).max(200, QUERY).optional().meta({
      description: "Text in the question or the answer.",
    }),
  }),
  examples: (snapshot) => ({ query: tellingWord(insightsOf(snapshot).faq[0]?.question ?? "") }),
  output: z.object({
    matched: z.int().min(0).meta({ description: "How many entries match." }),
    faq: z.array(FaqEntry.omit({ translations: true })).max(200),
    untrusted: Untrusted,
  }),
  answer: (snapshot, { query }, site) => {
    const { faq } = insightsOf(snapshot);
    const folded = foldText(query ?? "");
    const found = faq.filter(({ question, answer }) =>
      foldText(question).includes(folded) || foldText(answer).includes(folded)
    ).map(({ translations: _, ...entry }) => {
      const sources = balancedEvidence(snapshot, entry.source_review_ids, MOST_SOURCES);
      return { entry: { ...entry, source_review_ids: evidenceIds(sources) }, sources };
    });
    const shown = keepWithin(found.map(({ entry }) => entry), MOST_DATA_BYTES / 2);
    const questions = faq.slice(0, MOST_QUESTIONS).map(({ question }) => `- ${quoted(question)}`);
    const text = faq.length === 0
      ? "No questions have been answered from the reviews yet; search_reviews finds what reviews say."
      : found.length === 0
      ? `None of the ${faq.length} entries contains ${quoted(query ?? "")}. Questions that exist:\n${
        questions.join("\n")
      }`
      : [
        UNTRUSTED_LINE,
        `${shown.length} of ${found.length} entries:`,
        ...found.slice(0, shown.length).map(({ entry: { question, answer }, sources }) =>
          `- ${quoted(question)}: ${quoted(answer)} Sources: ${evidencePages(sources, site)}`
        ),
      ].join("\n");
    return { data: { matched: found.length, faq: shown, untrusted: UNTRUSTED }, text };
  },
});

function tellingWord(question: string): string | undefined {
  const words = question.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== "");
  return words.toSorted((a, b) => b.length - a.length)[0];
}
