import type { Review } from "../../review.ts";
import { rounded } from "../numbers.ts";
import { inItsStars, reviewScore, sentimentOf, starScore } from "../sentiment/review_score.ts";
import { type ScoredSentence, scoreSentence, SILENCE } from "../sentiment/score_sentence.ts";
import { sharedLists } from "../shared_lists.ts";
import { areaFinder } from "../subjects/area_finder.ts";
import { sentenceAspects } from "../subjects/sentence_aspects.ts";
import type { AnalyzedReview, AspectMention, Mention } from "./analyzed_review.ts";
import type { ReviewReader } from "./text_reader.ts";

/** How far the stars move the score of an aspect, a technician or a service. */
const STARS_IN_MENTION = 0.3;
const DECIMALS = 4;
const NONE: readonly never[] = [];
// What surveys and shops write, or people type, where there is no text.
const PLACEHOLDERS = new Set(
  ("did not answer|no answer|not answered|n a|na|not applicable|none given|no comment|no comments|no further comment|" +
    "no further comments|no text|no review|nil|no response|left blank|blank|test|null|undefined").split("|"),
);
const PLACEHOLDER_MARKS = /[^\p{L}\p{N}\p{S}]+/gu;
const LONGEST_PLACEHOLDER = 24;

/** What a review says of one thing, as far as it was read. */
interface AspectScores {
  readonly scores: number[];
  readonly spans: number[];
}

/**
 * Builds the analyser of single reviews: of each its sentiment, and which aspects, problems and topics of the
 * taxonomy and whom and what of the business it speaks of. The same review gives the same result.
 * A review without words has the sentiment of its stars and speaks of no aspect.
 */
export function reviewAnalyzer(reader: ReviewReader): (review: Review) => AnalyzedReview {
  const { business, taxonomy, lexicon, subjectsOf, sentencesOf } = reader;
  const areasIn = areaFinder(business);
  const shared = sharedLists();
  const technicianId = new Map(business.technicians.map(({ id, name }) => [name, id]));
  return (review): AnalyzedReview => {
    const text = hasWords(review.text) ? review.text : "";
    const aspects = new Map<number, AspectScores>();
    const problems = new Set<number>();
    const topics = new Set<number>();
    const names = new Map<string, number[]>();
    const sentenceScores: number[] = [];
    let at = 0;
    for (const sentence of sentencesOf(text)) {
      const scored = scoreSentence(sentence, lexicon);
      sentenceScores.push(scored.score);
      at = text.indexOf(sentence, at);
      let within = 0;
      const subjectsAt = scored.clauses.map(({ words }) => subjectsOf(words));
      const scoresAt = sentenceAspects(scored, subjectsAt.map(({ aspects }) => aspects));
      for (const [index, clause] of scored.clauses.entries()) {
        within = sentence.indexOf(clause.text, within);
        const start = at + within;
        for (const [aspect, score] of scoresAt[index] ?? []) {
          const said = aspectScoresOf(aspects, aspect);
          said.scores.push(score);
          said.spans.push(start, start + clause.text.length);
        }
        for (const problem of subjectsAt[index]?.problems ?? []) problems.add(problem);
        for (const topic of subjectsAt[index]?.topics ?? []) topics.add(topic);
        for (const name of subjectsAt[index]?.names ?? []) scoresOf(names, name).push(nameScore(clause, scored));
        within += clause.text.length;
      }
      at += sentence.length;
    }
    const score = rounded(reviewScore(review.rating, sentenceScores), DECIMALS);
    // Clauses that name somebody often tell of the fault that was mended, so the whole review has half the say.
    const named = (id: string, said: readonly number[]): Mention => {
      const telling = said.filter((score) => Math.abs(score) >= SILENCE);
      if (telling.length === 0) return mentionOf(id, score);
      return mentionOf(id, (mentionScore(review.rating, telling) + score) / 2);
    };
    return {
      sentiment: sentimentOf(score),
      score,
      aspects: listOf(inOrder(aspects.keys()), (index): AspectMention => {
        const { scores, spans } = aspectScoresOf(aspects, index);
        return {
          ...mentionOf(taxonomy.aspects[index]?.id ?? "", mentionScore(review.rating, scores)),
          // A list that grew has room for more; a copy has not, which halves the memory of 100,000 reviews.
          spans: spans.slice(),
        };
      }),
      technicians: listOf(
        unique(review.mentioned_technicians.map((name) => technicianId.get(name) ?? name)),
        (id) => named(id, names.get(`technician ${id}`) ?? NONE),
      ),
      services: listOf(
        unique(review.mentioned_services),
        (id) => named(id, names.get(`service ${id}`) ?? NONE),
      ),
      problems: shared(inOrder(problems).map((index) => taxonomy.problems[index]?.id ?? "")),
      service_areas: text === "" ? NONE : shared(areasIn(text)),
      topics: shared(inOrder(topics).map((index) => taxonomy.topics[index]?.id ?? "")),
    };
  };
}

/** A clause that says nothing of a person is read with its sentence. */
function nameScore(clause: { readonly score: number }, sentence: ScoredSentence): number {
  return Math.abs(clause.score) < SILENCE ? sentence.score : clause.score;
}

function mentionScore(rating: number, scores: readonly number[]): number {
  const mean = scores.reduce((sum, score) => sum + inItsStars(rating, score), 0) / Math.max(1, scores.length);
  return Math.max(-1, Math.min(1, mean + STARS_IN_MENTION * starScore(rating)));
}

function mentionOf(id: string, exact: number): Mention {
  const score = rounded(exact, DECIMALS);
  return { id, sentiment: sentimentOf(score), score };
}

function aspectScoresOf(aspects: Map<number, AspectScores>, aspect: number): AspectScores {
  const known = aspects.get(aspect) ?? { scores: [], spans: [] };
  aspects.set(aspect, known);
  return known;
}

function scoresOf(names: Map<string, number[]>, name: string): number[] {
  const known = names.get(name) ?? [];
  names.set(name, known);
  return known;
}

function inOrder(indexes: Iterable<number>): readonly number[] {
  return [...indexes].sort((a, b) => a - b);
}

function listOf<Item, Value>(items: readonly Item[], valueOf: (item: Item) => Value): readonly Value[] {
  return items.length === 0 ? NONE : items.map(valueOf);
}

function unique(ids: readonly string[]): readonly string[] {
  return [...new Set(ids)];
}

/** Tells whether a text says anything: "N/A" and "Did not answer" stand where there is none. */
function hasWords(text: string | null): text is string {
  if (text === null || text === "") return false;
  return text.length > LONGEST_PLACEHOLDER ||
    !PLACEHOLDERS.has(text.toLowerCase().replace(PLACEHOLDER_MARKS, " ").trim());
}
