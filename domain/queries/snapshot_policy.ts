import { starCounts } from "../documents/aggregate_rating.ts";
import {
  type AnsweredQuestion,
  ENGLISH_POLICY,
  policyAnswers,
  type PolicyLanguage,
} from "../documents/policy_answers.ts";
import { type PolicyFigures, policyFigures, type ReviewPolicy } from "../documents/review_policy.ts";
import { absoluteUrl, type Site } from "../site.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";

/** The figures of the policy of a snapshot. */
export function figuresOf({ business, tally, withheld, leftOut, ledger, publishedAt }: Snapshot): PolicyFigures {
  const { since = null, withdrawn = starCounts([]), erased = 0 } = ledger ?? {};
  return policyFigures({ business, tally, withheld, leftOut, publishedAt, since, withdrawn: [...withdrawn], erased });
}

/** Answers the questions of readers about a snapshot, in English by default. */
export function policyAnswersOf(
  snapshot: Snapshot,
  language: PolicyLanguage = ENGLISH_POLICY,
): readonly AnsweredQuestion[] {
  const { business, pages: { photoHosts }, operatorInsights, labeller, places: [place] } = snapshot;
  return policyAnswers(figuresOf(snapshot), business, { photoHosts, operatorInsights, labeller, place }, language);
}

/** The review policy of a snapshot as JSON; GET `/review-policy.json` and the MCP resource share it. */
export function reviewPolicyText(snapshot: Snapshot, site: Site): string {
  const policy: ReviewPolicy = {
    ...figuresOf(snapshot),
    answers: policyAnswersOf(snapshot).map(({ question, answer }) => ({ question, answer: [...answer] })),
    page: absoluteUrl(site, "/policy"),
    history: absoluteUrl(site, "/review-policy/history.json"),
  };
  return JSON.stringify(policy) + "\n";
}
