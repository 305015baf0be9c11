import type { InsightsDocument } from "../insights_document.ts";
import { byMentions } from "./by_mentions.ts";
import type { Evidence, EvidenceById } from "./evidence.ts";
import { exampleReviews } from "./example_reviews.ts";
import { meanOf } from "./mean_of.ts";
import { splitSentences } from "./sentence_split.ts";
import type { TextReader } from "./text_reader.ts";
import { type IsName, type SaidInReview, topPhrases } from "./top_phrases.ts";

// The phrases of a topic show best in recent reviews, and a few hundred of them show all.
const PHRASE_REVIEWS = 300;
const PHRASE_SENTENCES = 30;

type TopicReader = Pick<TextReader, "topicsIn" | "topics">;

/**
 * What reviews say of each topic that one of them speaks of: most mentioned first, then by id.
 */
export function topicInsights(
  evidence: EvidenceById,
  labels: ReadonlyMap<string, string>,
  reader: TopicReader,
  isName: IsName,
): InsightsDocument["topics"] {
  return [...evidence].map(([id, mentions]) => ({
    id,
    label: labels.get(id) ?? id,
    mention_count: mentions.length,
    score: meanOf(mentions.map(({ score }) => score), 3),
    top_phrases: topPhrases(mentions.slice(0, PHRASE_REVIEWS).map(saidOn(id, reader)), {
      isName,
      isOnSubject: (phrase) => reader.topics.isIn(phrase, id),
    }),
    example_review_ids: exampleReviews(mentions),
  })).sort(byMentions).slice(0, 500);
}

function saidOn(id: string, reader: TopicReader) {
  return ({ review }: Evidence): SaidInReview => {
    const clauses = splitSentences(review.text ?? "").slice(0, PHRASE_SENTENCES)
      .filter((sentence) => reader.topicsIn(sentence).includes(id));
    return { clauses, opinions: clauses.flatMap((clause) => reader.topics.opinionsOn(clause, id)) };
  };
}
