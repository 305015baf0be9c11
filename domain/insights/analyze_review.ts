import type { Business } from "../business.ts";
import type { Review } from "../review.ts";
import { rosterOf } from "../roster.ts";
import type { AnalyzedReview, AspectMention } from "./analyzed_review.ts";
import { aspectMatcher } from "./aspect_matcher.ts";
import { aspectScore } from "./aspect_score.ts";
import { reviewScore, sentimentOf, starScore } from "./review_score.ts";
import { scoreSentence } from "./score_sentence.ts";
import { splitSentences } from "./sentence_split.ts";
import { sentimentLexicon } from "./sentiment_lexicon.ts";
import type { Taxonomy } from "./taxonomy.ts";
import { termWords } from "./words_of.ts";

/** How far the stars move the score of an aspect. */
const STARS_IN_ASPECT = 0.3;

interface Mentions {
  readonly scores: number[];
  readonly clauses: string[];
}

/**
 * Builds the analyser of one review: its sentiment, and which aspects and problems of the
 * taxonomy and whom and what of the business it speaks of. The same review gives the same result.
 * A review without text has the sentiment of its stars and speaks of no aspect.
 */
export function reviewAnalyzer(business: Business, taxonomy: Taxonomy): (review: Review) => AnalyzedReview {
  const silent = silentTerms(business);
  const lexicon = sentimentLexicon({
    ...Object.fromEntries(silent.map((term) => [term, 0])),
    ...taxonomy.sentiment_words,
  });
  const subjectsOf = aspectMatcher(taxonomy, silent);
  const areasIn = rosterOf(business).serviceAreas;
  const technicianId = new Map(business.technicians.map(({ id, name }) => [name, id]));
  return (review): AnalyzedReview => {
    const sentences = review.text === null ? [] : splitSentences(review.text);
    const scored = sentences.map((sentence) => scoreSentence(sentence, lexicon));
    const mentions = new Map<number, Mentions>();
    const problems = new Set<number>();
    for (const sentence of scored) {
      for (const clause of sentence.clauses) {
        const subjects = subjectsOf(clause.words);
        for (const [aspect, places] of subjects.aspects) {
          addMention(mentions, aspect, aspectScore(clause, places, sentence), clause.text);
        }
        for (const problem of subjects.problems) problems.add(problem);
      }
    }
    const score = reviewScore(review.rating, scored.map(({ score }) => score));
    return {
      sentiment: sentimentOf(score),
      score,
      aspects: inOrder(mentions.keys()).map((index) =>
        aspectMention(taxonomy.aspects[index]?.id ?? "", review.rating, mentions.get(index))
      ),
      technicians: review.mentioned_technicians.map((name) => technicianId.get(name) ?? name),
      services: review.mentioned_services,
      problems: inOrder(problems).map((index) => taxonomy.problems[index]?.id ?? ""),
      service_areas: review.text === null ? [] : [...areasIn(review.text)],
      sentences,
    };
  };
}

function addMention(mentions: Map<number, Mentions>, aspect: number, score: number, clause: string): void {
  const known = mentions.get(aspect);
  if (known === undefined) mentions.set(aspect, { scores: [score], clauses: [clause] });
  else {
    known.scores.push(score);
    known.clauses.push(clause);
  }
}

function aspectMention(id: string, rating: number, mentions: Mentions = { scores: [], clauses: [] }): AspectMention {
  const { scores, clauses } = mentions;
  const mean = scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
  const score = Math.max(-1, Math.min(1, mean + STARS_IN_ASPECT * starScore(rating)));
  return { id, sentiment: sentimentOf(score), score, clauses };
}

/** The business's own name says nothing of it: "Best Heating" is not praise. One word alone may be meant as such. */
function silentTerms({ name }: Business): readonly string[] {
  return termWords(name).length > 1 ? [name] : [];
}

function inOrder(indexes: Iterable<number>): readonly number[] {
  return [...indexes].sort((a, b) => a - b);
}
