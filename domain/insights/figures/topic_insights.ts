import type { InsightsDocument } from "../../documents/insights_document.ts";
import type { Review } from "../../review.ts";
import type { TextReader } from "../analysis/text_reader.ts";
import { meanOf } from "../numbers.ts";
import { type IsName, type SaidInReview, saysNoMore, topPhrases } from "../phrases/top_phrases.ts";
import { isWholeIn } from "../phrases/whole_phrase.ts";
import { compareMentions, type Evidence, type EvidenceById, exampleReviews } from "./evidence.ts";

// Recent reviews are enough: a few hundred contain every frequent phrase.
const PHRASE_REVIEWS = 300;
const PHRASE_SENTENCES = 30;
const LEAST_REVIEWS = 3;

type TopicReader = Pick<TextReader, "sentencesOf" | "topicsIn" | "topics">;

/** The figures of every topic that is mentioned: most mentioned first, then by id; at most 500. */
export function topicInsights(
  evidence: EvidenceById,
  labels: ReadonlyMap<string, string>,
  reader: TopicReader,
  isName: IsName,
): InsightsDocument["topics"] {
  const sentencesOn = topicSentences(reader);
  const saidOn = (id: string) => ({ review }: Evidence): SaidInReview => {
    const clauses = sentencesOn(review, id);
    const isThing = (word: string) => reader.topics.isIn(word, id);
    const opinionsOf = (clause: string) =>
      reader.topics.opinionsOn(clause, id).filter((said) => isWholeIn(said, clause, isThing));
    return { clauses, isCritical: false, opinions: clauses.flatMap(opinionsOf) };
  };
  return Array.from(evidence, ([id, mentions]) => ({
    id,
    label: labels.get(id) ?? id,
    mention_count: mentions.length,
    score: meanOf(mentions.map(({ score }) => score), 3),
    top_phrases: topPhrases(mentions.slice(0, PHRASE_REVIEWS).map(saidOn(id)), {
      isName,
      isOnSubject: (phrase) => reader.topics.isIn(phrase, id),
      isTelling: (phrase) => !saysNoMore(phrase, labels.get(id) ?? id),
      // Of a topic one or two reviews tell their own story: "wake the baby".
      least: LEAST_REVIEWS,
    }),
    example_review_ids: exampleReviews(mentions),
  })).sort(compareMentions).slice(0, 500);
}

/** Finds the sentences of a review on a topic. Each review is split and matched once, however many topics it has. */
function topicSentences({ sentencesOf, topicsIn }: TopicReader): (review: Review, topic: string) => readonly string[] {
  const read = new Map<Review, readonly (readonly [sentence: string, topics: readonly string[]])[]>();
  return (review, topic) => {
    const sentences = read.get(review) ??
      sentencesOf(review.text ?? "").slice(0, PHRASE_SENTENCES).map((sentence) => [sentence, topicsIn(sentence)]);
    read.set(review, sentences);
    return sentences.flatMap(([sentence, topics]) => topics.includes(topic) ? [sentence] : []);
  };
}
