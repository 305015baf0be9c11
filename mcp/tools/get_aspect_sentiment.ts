import { z } from "zod";
import { AspectInsight, OverallSentiment } from "../../domain/documents/insights_document.ts";
import { findNamed } from "../../domain/queries/named_things.ts";
import { insightsOf } from "../../domain/queries/snapshot_insights.ts";
import { exampleReviews } from "../answers/reviews_by_id.ts";
import { shortInsight } from "../answers/short_insight.ts";
import { keepWithin, MOST_DATA_BYTES } from "../wording/answer_limits.ts";
import { knownNames } from "../wording/known_names.ts";
import { quoted } from "../wording/quoted.ts";
import { reviewList } from "../wording/review_list.ts";
import { aspectLine, overallText } from "../wording/sentiment_text.ts";
import { defineTool } from "./define_tool.ts";

const NAME = "Expected the id or the label of an aspect";

/** The tool `get_aspect_sentiment`. */
export const getAspectSentiment = defineTool({
  name: "get_aspect_sentiment",
  title: "Sentiment by aspect",
  description:
    "Tells how customers feel about an aspect such as punctuality or price: mentions, how many of them are positive, " +
    "neutral and negative, a score from -1 to 1, frequent phrases and ids of example reviews (see get_review). With an " +
    "aspect's id or label it returns that one, without an argument all of them and the overall sentiment. An aspect " +
    "that does not exist is answered with an error that lists the aspects. Where nothing has measured sentiment, the " +
    "list is empty, figures are null, and the text says so: that is not a bad rating.",
  input: z.object({
    aspect: z.string(NAME).min(1, NAME).max(500, NAME).optional().meta({
      description: "Id or label of the aspect; all aspects when it is left out.",
      examples: ["punctuality"],
    }),
  }),
  output: z.object({
    overall_sentiment: OverallSentiment,
    aspects: z.array(AspectInsight).max(100),
    aspect_count: z.int().min(0).meta({ description: "How many aspects there are." }),
  }),
  answer: (snapshot, { aspect }) => {
    const { aspects, overall_sentiment, model } = insightsOf(snapshot);
    const found = aspect === undefined ? null : findNamed(aspects, aspect);
    if (aspect !== undefined && found === null) {
      return {
        fault: aspects.length === 0
          ? `The sentiment of aspects is not measured yet, so there is no aspect ${quoted(aspect)}. ` +
            "search_reviews with a word as its query finds what reviews say of it."
          : `No aspect is called ${quoted(aspect)}. Known aspects: ${knownNames(aspects)}.`,
      };
    }
    const shown = keepWithin(found === null ? aspects.map(shortInsight) : [shortInsight(found)], MOST_DATA_BYTES / 2);
    const leftOut = found === null ? aspects.length - shown.length : 0;
    const examples = exampleReviews(snapshot, found?.example_review_ids ?? [], 3);
    const text = [
      overallText(overall_sentiment),
      ...aspects.length === 0 ? [`The sentiment of aspects is not measured (model ${quoted(model)}).`] : [],
      ...shown.map((one) => `- ${aspectLine(one)}`),
      ...leftOut === 0 ? [] : [`${leftOut} more aspects are left out; ask for one by its id.`],
      ...examples.length === 0 ? [] : ["Examples:", reviewList(examples)],
    ].join("\n");
    return { data: { overall_sentiment, aspects: shown, aspect_count: aspects.length }, text };
  },
});
