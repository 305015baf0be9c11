import { z } from "zod";
import { AspectInsight, OverallSentiment } from "../../domain/documents/insights_document.ts";
import { resolveSubject } from "../../domain/queries/named_things.ts";
import { insightsOf } from "../../domain/queries/snapshot_insights.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import {
  balancedEvidence,
  bySentiment,
  type Evidence,
  evidenceIds,
  newestOfEachSide,
  ReviewExcerpt,
  reviewExcerpt,
  shortInsight,
} from "../answers/evidence.ts";
import { keepWithin, MOST_DATA_BYTES } from "../wording/answer_limits.ts";
import { evidencePages, exampleLines } from "../wording/review_list.ts";
import { knownNames, quoted, UNTRUSTED, Untrusted, UNTRUSTED_LINE } from "../wording/quoted.ts";
import { aspectLine, overallText } from "../wording/figure_text.ts";
import { defineTool } from "./define_tool.ts";

const NAME = "Expected the id, the label or another name of an aspect";
const EXAMPLES_IN_LIST = 2;
const EXAMPLES_OF_ONE = 6;

/** The tool `get_aspect_sentiment`. */
export const getAspectSentiment = defineTool({
  name: "get_aspect_sentiment",
  title: "Sentiment by aspect",
  description:
    "How customers feel about an aspect of the service, or about all: positive, neutral and negative mentions, a " +
    "score from -1 to 1, phrases, and examples of each side. An unknown aspect is an error that lists them. Where " +
    "nothing is measured, the list is empty.",
  input: z.object({
    aspect: z.string(NAME).min(1, NAME).max(500, NAME).optional().meta({
      description: "Id, label or another name of the aspect.",
    }),
  }),
  examples: (snapshot) => ({ aspect: insightsOf(snapshot).aspects[0]?.id }),
  output: z.object({
    overall_sentiment: OverallSentiment,
    aspects: z.array(AspectInsight).max(100),
    aspect_count: z.int().min(0).meta({ description: "How many aspects there are." }),
    example_reviews: z.array(ReviewExcerpt).max(EXAMPLES_OF_ONE).meta({ description: "Of the aspect asked for." }),
    untrusted: Untrusted,
  }),
  answer: (snapshot, { aspect }, site) => {
    const { aspects, overall_sentiment, model } = insightsOf(snapshot);
    const id = aspect === undefined ? null : resolveSubject(snapshot.subjects, "aspects", aspect);
    const found = aspects.find((one) => one.id === id) ?? null;
    if (aspect !== undefined && found === null) {
      return {
        fault: aspects.length === 0
          ? `The sentiment of aspects is not measured yet, so there is no aspect ${quoted(aspect)}. ` +
            "search_reviews with a word as its query finds what reviews say of it."
          : `No review speaks of an aspect called ${quoted(aspect)}. Known aspects: ${knownNames(aspects)}.`,
      };
    }
    const evidence = new Map((found === null ? aspects : [found]).map((one) => [
      one.id,
      evidenceFor(snapshot, one, found === null ? EXAMPLES_IN_LIST : EXAMPLES_OF_ONE),
    ]));
    const shown = keepWithin(
      (found === null ? aspects : [found]).map((one) => shortInsight(one, evidenceIds(evidence.get(one.id) ?? []))),
      MOST_DATA_BYTES / 2,
    );
    const leftOut = found === null ? aspects.length - shown.length : 0;
    const examples = found === null ? [] : evidence.get(found.id) ?? [];
    const text = [
      UNTRUSTED_LINE,
      overallText(overall_sentiment),
      ...aspects.length === 0 ? [`The sentiment of aspects is not measured (model ${quoted(model)}).`] : [],
      ...shown.map((one) => `- ${aspectLine(one)}; examples ${evidencePages(evidence.get(one.id) ?? [], site)}`),
      ...leftOut === 0 ? [] : [`${leftOut} more aspects are left out; ask for one by its id.`],
      ...exampleLines(examples, site),
      ...found === null ? [] : [`search_reviews with aspect ${quoted(found.id)} and a sentiment lists all of them.`],
    ].join("\n");
    const data = {
      overall_sentiment,
      aspects: shown,
      aspect_count: aspects.length,
      example_reviews: examples.map((example) => reviewExcerpt(example, site)),
      untrusted: UNTRUSTED,
    };
    return { data, text };
  },
});

function evidenceFor(
  snapshot: Snapshot,
  { id, example_review_ids: ids }: { readonly id: string; readonly example_review_ids: readonly string[] },
  most: number,
): readonly Evidence[] {
  return balancedEvidence(
    snapshot,
    [...ids, ...newestOfEachSide(snapshot, { aspect: id }, most)],
    most,
    bySentiment(snapshot, id),
  );
}
