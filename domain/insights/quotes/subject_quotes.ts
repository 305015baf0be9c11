import type { InsightsDocument } from "../../documents/insights_document.ts";
import { inflectionsOf, mentionFinder } from "../../mentions.ts";
import type { TextReader } from "../analysis/text_reader.ts";
import { FEWEST_REVIEWS } from "../evidence_minimum.ts";
import type { Evidence } from "../figures/evidence.ts";
import { sentimentCounts } from "../figures/sentiment_counts.ts";
import { isDivided } from "../figures/strengths.ts";
import { type ScoredSentence, SILENCE } from "../sentiment/score_sentence.ts";
import { withheldPraise } from "../serious_complaints.ts";
import { isDirectOpinion, opinionsIn } from "./direct_opinion.ts";
import type { OwnNames } from "./own_names.ts";
import { labelledQuote, type QuoteJudge, quoteOf, quotesClause } from "./quote_of.ts";

/** Quotations of a subject: one of the majority's side, then one of the other. Absent without any. */
type Quoted = Pick<InsightsDocument["aspects"][number], "quotes">;

/** A person, service or area of the business, by which reviews name it. */
interface NamedThing {
  readonly id: string;
  readonly label: string;
  readonly aliases: readonly string[];
}

/**
 * Quotes the reviews of subjects, each sentence once. A subject has a sentence of its majority's side. Where at least a
 * fifth of the opinions are of the other side, it has one of each, or none: one alone would mislead. None below five
 * opinions, and no praise that a serious complaint withholds. Passages that a labeller has named come first.
 *
 * @param aspectIds All aspects of the document.
 */
export function subjectQuotes(
  reader: Pick<TextReader, "sentencesOf" | "readSentence" | "scoreOf" | "scoreOn" | "aspects">,
  isOwn: OwnNames,
  aspectIds: readonly string[],
) {
  const quoted = new Set<string>();
  const common = {
    isOwn,
    quoted,
    sentencesOf: reader.sentencesOf,
    opinionsIn: (sentence: string) => opinionsIn(reader, sentence),
  };
  function quotesOf(evidence: readonly Evidence[], judge: QuoteJudge): Quoted {
    const counts = sentimentCounts(evidence);
    const { positive, negative } = counts;
    if (positive + negative < FEWEST_REVIEWS) return {};
    const sides = positive >= negative ? ["positive", "negative"] as const : ["negative", "positive"] as const;
    // Who has a tie to the business speaks for no customer.
    const customers = evidence.filter(({ review }) => review.relation === undefined);
    const shown = sides.slice(0, isDivided(counts) ? 2 : 1);
    if (shown.includes("positive") && withheldPraise(evidence).praise_withheld === true) return {};
    const found = shown.map((sentiment) => {
      const quote = labelledQuote(customers, sentiment, judge) ?? quoteOf(customers, sentiment, judge);
      return quote && { sentiment, text: quote.text, review_id: quote.reviewId };
    });
    const quotes = found.filter((quote) => quote !== null);
    if (quotes.length < found.length) return {};
    for (const { text } of quotes) quoted.add(text);
    return { quotes };
  }
  return {
    ofAspect: (id: string, evidence: readonly Evidence[]) =>
      quotesOf(evidence, {
        ...common,
        scoreOf: (sentence) => reader.scoreOn(sentence, id),
        isDirect: (sentence, sentiment) => isDirectOpinion(reader, sentence, id, sentiment, aspectIds),
        speaksOf: (sentence, { review, spans }) => quotesClause(sentence, review.text, spans),
      }),
    ofThing: ({ id, label, aliases }: NamedThing, evidence: readonly Evidence[], isService: boolean) => {
      const finder = mentionFinder([{ key: id, names: [label, ...aliases] }], isService ? inflectionsOf : undefined);
      const speaksOf = (sentence: string) => finder(sentence).length > 0;
      const scoreOf = (sentence: string) => scoreAt(reader.readSentence(sentence), speaksOf);
      return quotesOf(evidence, { ...common, speaksOf, scoreOf, isDirect: (sentence) => scoreOf(sentence) !== 0 });
    },
  };
}

function scoreAt({ clauses }: ScoredSentence, speaksOf: (text: string) => boolean): number {
  const scores = clauses.filter(({ text, score }) => Math.abs(score) >= SILENCE && speaksOf(text));
  return scores.reduce((sum, { score }) => sum + score, 0) / Math.max(1, scores.length);
}
