import { z } from "zod";
import { EntityInsight, TopicInsight } from "../../domain/documents/insights_document.ts";
import { findNamed } from "../../domain/queries/named_things.ts";
import { insightsOf } from "../../domain/queries/snapshot_insights.ts";
import { shortInsight } from "../answers/short_insight.ts";
import { keepWithin, MOST_DATA_BYTES } from "../wording/answer_limits.ts";
import { measured } from "../wording/figure_text.ts";
import { knownNames } from "../wording/known_names.ts";
import { quoted } from "../wording/quoted.ts";
import { defineTool } from "./define_tool.ts";

const NAME = "Expected the id or the label of a topic, problem or service area";
const LIMIT = "Expected a whole number from 1 to 100";

/** The tool `get_topics`. */
export const getTopics = defineTool({
  name: "get_topics",
  title: "Topics, problems and areas",
  description:
    "Lists what reviews are about: topics, the problems customers had, and the service areas they mention, each with " +
    "the number of mentions, the average stars or sentiment where it is measured (else null), and ids of example reviews " +
    "(see get_review). With a topic's id or label it returns that one alone; `limit` is for each of the three lists. A " +
    "topic that does not exist is answered with an error that lists what does. A list is empty where nothing is known.",
  input: z.object({
    topic: z.string(NAME).min(1, NAME).max(500, NAME).optional().meta({
      description: "Id or label of one topic, problem or service area; all when it is left out.",
      examples: ["quarry-heights"],
    }),
    limit: z.int(LIMIT).min(1, LIMIT).max(100, LIMIT).default(20).meta({
      description: "How many of each list to return at the most.",
      examples: [10],
    }),
  }),
  output: z.object({
    topics: z.array(TopicInsight).max(100),
    problems: z.array(EntityInsight).max(100),
    service_areas: z.array(EntityInsight).max(100),
    total: z.object({ topics: z.int().min(0), problems: z.int().min(0), service_areas: z.int().min(0) }).meta({
      description: "How many there are of each.",
    }),
  }),
  answer: (snapshot, { topic, limit }) => {
    const { topics, entities: { problems, service_areas } } = insightsOf(snapshot);
    const all = [...topics, ...problems, ...service_areas];
    const one = topic === undefined ? null : findNamed(all, topic);
    if (topic !== undefined && one === null) {
      return { fault: `Nothing is called ${quoted(topic)}. Known topics, problems and areas: ${knownNames(all)}.` };
    }
    const shown = <Insight extends TopicInsight | EntityInsight>(insights: readonly Insight[]) =>
      keepWithin(
        insights.filter((insight) => one === null || insight === one).slice(0, limit).map(shortInsight),
        MOST_DATA_BYTES / 4,
      );
    const data = {
      topics: shown(topics),
      problems: shown(problems),
      service_areas: shown(service_areas),
      total: { topics: topics.length, problems: problems.length, service_areas: service_areas.length },
    };
    const text = [
      ...section("Topics", data.topics, data.total.topics),
      ...section("Problems", data.problems, data.total.problems),
      ...section("Service areas", data.service_areas, data.total.service_areas),
    ].join("\n");
    return { data, text };
  },
});

type TopicInsight = z.output<typeof TopicInsight>;

function section(label: string, insights: readonly (TopicInsight | EntityInsight)[], total: number): readonly string[] {
  if (total === 0) return [`${label}: not measured, or none is mentioned.`];
  return [
    `${label} (${insights.length} of ${total}):`,
    ...insights.map((insight) => {
      const stars = "average_rating" in insight ? `, ${measured(insight.average_rating, " stars on average")}` : "";
      return `- ${quoted(insight.label)} (id ${quoted(insight.id)}): ${insight.mention_count} mentions${stars}, ` +
        `sentiment ${measured(insight.score)}`;
    }),
  ];
}
