import assert from "node:assert/strict";
import { polarWords, scorePolarWords } from "../../../domain/insights/sentiment/score_clause.ts";
import { sentimentLexicon } from "../../../domain/insights/sentiment/sentiment_lexicon.ts";
import { splitClauses } from "../../../domain/insights/text/clause_split.ts";

const BUILT_IN = sentimentLexicon();

/** The score of a text of exactly one clause, -1 to 1; by default with the built-in lexicon. */
export function clauseScore(text: string, lexicon = BUILT_IN): number {
  const [clause, ...others] = splitClauses(text);
  assert.ok(clause !== undefined && others.length === 0, text);
  return scorePolarWords(clause, polarWords(clause, lexicon));
}
