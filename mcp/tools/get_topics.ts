import { z } from "zod";
import { EntityInsight, TopicInsight } from "../../domain/documents/insights_document.ts";
import { findNamed, resolveSubject } from "../../domain/queries/named_things.ts";
import { insightsOf } from "../../domain/queries/snapshot_insights.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { balancedEvidence, type Evidence, evidenceIds, shortInsight } from "../answers/evidence.ts";
import { keepWithin, MOST_DATA_BYTES } from "../wording/answer_limits.ts";
import { evidencePages } from "../wording/review_list.ts";
import { measured } from "../wording/figure_text.ts";
import { knownNames, quoted } from "../wording/quoted.ts";
import { defineTool } from "./define_tool.ts";

const NAME = "Expected the id or the label of a topic, problem or service area";
const LIMIT = "Expected a whole number from 1 to 100";
const EXAMPLES = 2;

/** The tool `get_topics`. */
export const getTopics = defineTool({
  name: "get_topics",
  title: "Topics, problems and areas",
  description:
    "What reviews are about: topics, problems and service areas, with mentions, stars or sentiment (null where not " +
    "measured) and an example of each side. Many problems are faults that customers came with: for what the business " +
    "does badly take rank_subjects. An unknown topic is an error that lists what exists.",
  input: z.object({
    topic: z.string(NAME).min(1, NAME).max(500, NAME).optional().meta({
      description: "Id or label of one topic, problem or area; all by default.",
    }),
    limit: z.int(LIMIT).min(1, LIMIT).max(100, LIMIT).default(20).meta({
      description: "How many of each list at the most.",
      examples: [10],
    }),
  }),
  examples: (snapshot) => ({ topic: allOf(snapshot)[0]?.id }),
  output: z.object({
    topics: z.array(TopicInsight).max(100),
    problems: z.array(EntityInsight).max(100),
    service_areas: z.array(EntityInsight).max(100),
    total: z.object({ topics: z.int().min(0), problems: z.int().min(0), service_areas: z.int().min(0) }).meta({
      description: "How many there are of each.",
    }),
  }),
  answer: (snapshot, { topic, limit }, site) => {
    const { topics, entities: { problems, service_areas } } = insightsOf(snapshot);
    const all = allOf(snapshot);
    const problem = topic === undefined ? null : resolveSubject(snapshot.subjects, "problems", topic);
    const one = topic === undefined ? null : findNamed(all, topic) ?? problems.find(({ id }) => id === problem) ?? null;
    if (topic !== undefined && one === null) {
      return { fault: `Nothing is called ${quoted(topic)}. Known topics, problems and areas: ${knownNames(all)}.` };
    }
    const evidence = new Map<object, readonly Evidence[]>();
    const shown = <Insight extends TopicInsight | EntityInsight>(insights: readonly Insight[]) =>
      keepWithin(
        insights.filter((insight) => one === null || insight === one).slice(0, limit).map((insight) => {
          const examples = balancedEvidence(snapshot, insight.example_review_ids, EXAMPLES);
          const short = shortInsight(insight, evidenceIds(examples));
          evidence.set(short, examples);
          return short;
        }),
        MOST_DATA_BYTES / 4,
      );
    const data = {
      topics: shown(topics),
      problems: shown(problems),
      service_areas: shown(service_areas),
      total: { topics: topics.length, problems: problems.length, service_areas: service_areas.length },
    };
    const section = (label: string, insights: readonly (TopicInsight | EntityInsight)[], total: number) => {
      if (total === 0) return [`${label}: not measured, or none is mentioned.`];
      return [
        `${label} (${insights.length} of ${total}):`,
        ...insights.map((insight) => `- ${insightLine(insight)}; ${evidencePages(evidence.get(insight) ?? [], site)}`),
      ];
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

function allOf(snapshot: Snapshot): readonly (TopicInsight | EntityInsight)[] {
  const { topics, entities: { problems, service_areas } } = insightsOf(snapshot);
  return [...topics, ...problems, ...service_areas];
}

function insightLine(insight: TopicInsight | EntityInsight): string {
  const stars = "average_rating" in insight ? `, ${measured(insight.average_rating, " stars on average")}` : "";
  const trend = "trend" in insight ? `, trend ${measured(insight.trend)}` : "";
  return `${quoted(insight.label)} (id ${quoted(insight.id)}): ${insight.mention_count} mentions${stars}, ` +
    `sentiment ${measured(insight.score)}${trend}`;
}
