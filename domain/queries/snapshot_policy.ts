import { POLICY_WORDS } from "../documents/policy_words.ts";
import {
  type AnsweredQuestion,
  policyAnswers,
  type PolicyFigures,
  policyFigures,
  type PolicyLanguage,
  type ReviewPolicy,
} from "../documents/review_policy.ts";
import { absoluteUrl, type Site } from "../site.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";

const ENGLISH: PolicyLanguage = {
  words: POLICY_WORDS,
  reviews: (count) => `${count} ${count === 1 ? "review" : "reviews"}`,
  stars: (average) => average.toFixed(2),
  day: (day) => day,
};

function figuresOf({ business, tally, withheld, ledger, publishedAt }: Snapshot): PolicyFigures {
  return policyFigures({ business, tally, withheld, erased: ledger?.erased ?? 0, publishedAt });
}

/** Answers the questions of readers about a snapshot, in English by default. */
export function policyAnswersOf(snapshot: Snapshot, language: PolicyLanguage = ENGLISH): readonly AnsweredQuestion[] {
  return policyAnswers(figuresOf(snapshot), snapshot.business, snapshot.pages.photoHosts, language);
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
