import { inItsStars, starScore } from "../sentiment/review_score.ts";
import { type ScoredSentence, SILENCE } from "../sentiment/score_sentence.ts";

/** Weight of the stars (-1 to 1) in the score of a technician or service. */
const STARS_IN_MENTION = 0.3;
const MOST_STARS = 5;
/** The praise of who is named in a review of five stars, at least; and from where on it is none. */
const LEAST_PRAISE = 0.15;
const HARD = -0.35;

/** The score of a clause that names somebody; that of the whole sentence if the clause carries no opinion. */
export function nameScore(clause: { readonly score: number }, sentence: ScoredSentence): number {
  return Math.abs(clause.score) < SILENCE ? sentence.score : clause.score;
}

/**
 * The score of a technician or service in a review. Clauses that name one often tell of the fault that was repaired: so the
 * whole review counts half.
 *
 * @param said The scores of the clauses that name it.
 * @param review The score of the whole review.
 */
export function namedScore(rating: number, said: readonly number[], review: number): number {
  const telling = said.filter((score) => Math.abs(score) >= SILENCE);
  const own = telling.length === 0 ? review : (mentionScore(rating, telling) + review) / 2;
  return inFiveStars(rating, own, review);
}

function mentionScore(rating: number, scores: readonly number[]): number {
  const mean = scores.reduce((sum, score) => sum + inItsStars(rating, score), 0) / Math.max(1, scores.length);
  return Math.max(-1, Math.min(1, mean + STARS_IN_MENTION * starScore(rating)));
}

/**
 * Nobody gives five stars and blames who did the work: such a clause tells of the fault that was repaired. Who is named
 * there is praised, unless the words are hard.
 */
function inFiveStars(rating: number, own: number, review: number): number {
  if (rating !== MOST_STARS) return own;
  return own < HARD ? 0 : Math.max(own, LEAST_PRAISE, review / 2);
}
