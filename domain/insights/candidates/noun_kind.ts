import { meanOf } from "../numbers.ts";
import type { NounEvidence } from "./noun_evidence.ts";

/** What a noun is good for in a taxonomy. */
export interface NounKind {
  /** Judged often enough, and in line with the stars, or a burden. */
  readonly isJudged: boolean;
  /** Complained of, by those with few stars; or a burden. */
  readonly isProblem: boolean;
  /** Whether those who were spared it have more stars than those who name it. */
  readonly isBurden: boolean;
}

/** What is judged this often is an aspect, what is only named a topic. */
const [FEWEST_JUDGED, LEAST_JUDGED] = [2, 0.25];
/** What is so often criticised is a problem as well. */
const LEAST_CRITICISED = 0.5;
const FEWEST_OF_A_PROBLEM = 3;
/** Of so many reviews, three complain at least of what is a problem. */
const [MANY_REVIEWS, FEWEST_COMPLAINTS] = [60, 3];
/** With fewer on a side the stars say nothing of it. */
const FEWEST = 3;
const [FEWEST_NAMED, FEWEST_SPARED] = [5, 2];
/** In standard deviations of the stars, and in standard errors. */
const [LEAST_LEAD, SURE] = [0.5, 1];
/** Of those who name it. */
const LEAST_SPARED = 0.15;
/** Two who were spared it are few, unless they are much happier. */
const [FEW_SPARED, CLEAR_LEAD] = [2, 1.2];
/** How far below the average those are who complain of a problem. */
const BELOW = 0.25;
/** Stars that vary less tell nothing. */
const LEAST_DEVIATION = 0.5;
/** What is so often prevented is what a thing is for: "pregnancy" of a pill. */
const MOST_PREVENTED = 0.15;

/**
 * Builds what decides for what a noun is good.
 *
 * @param ratings Of all reviews.
 */
export function nounKind(ratings: readonly number[]): (evidence: NounEvidence) => NounKind {
  const average = meanOf(ratings, 4) ?? 0;
  const deviation = Math.sqrt(
    ratings.reduce((sum, rating) => sum + (rating - average) ** 2, 0) / Math.max(1, ratings.length),
  );
  const tells = deviation >= LEAST_DEVIATION;

  function isBurden({ named, spared }: NounEvidence): boolean {
    if (!tells || named.length < FEWEST_NAMED || spared.length < FEWEST_SPARED) {
      return false;
    }
    if (spared.length < LEAST_SPARED * named.length) return false;
    const lead = starsOf(spared) - starsOf(named);
    const error = deviation * Math.sqrt(1 / named.length + 1 / spared.length);
    const least = spared.length <= FEW_SPARED ? CLEAR_LEAD : LEAST_LEAD;
    return lead >= least * deviation && lead >= SURE * error;
  }

  function isInLine({ praised, criticised }: NounEvidence): boolean {
    if (!tells || praised.length < FEWEST || criticised.length < FEWEST) return true;
    return starsOf(praised) >= starsOf(criticised);
  }

  return (evidence) => {
    const { praised, criticised, all } = evidence;
    // "It prevents pregnancy" judges neither way, and no word beside it does.
    if (evidence.prevented >= MOST_PREVENTED) return { isBurden: false, isJudged: false, isProblem: false };
    const isBurdenHere = isBurden(evidence);
    const isComplaint = all.length >= FEWEST_OF_A_PROBLEM &&
      (ratings.length < MANY_REVIEWS || criticised.length >= FEWEST_COMPLAINTS) &&
      criticised.length >= LEAST_CRITICISED * all.length &&
      criticised.length > praised.length;
    return {
      isBurden: isBurdenHere,
      isJudged: isBurdenHere ||
        praised.length + criticised.length >= Math.max(FEWEST_JUDGED, LEAST_JUDGED * all.length) && isInLine(evidence),
      isProblem: isBurdenHere || isComplaint && (!tells || starsOf(criticised) <= average - BELOW * deviation),
    };
  };
}

function starsOf(ratings: readonly number[]): number {
  return meanOf(ratings, 4) ?? 0;
}
