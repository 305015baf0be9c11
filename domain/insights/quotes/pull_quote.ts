import type { Business } from "../../business.ts";
import type { TextReader } from "../analysis/text_reader.ts";
import { type Evidence, firstEvidence } from "../figures/evidence.ts";
import { isEnglish } from "../text/is_english.ts";
import { needsContext } from "./needs_context.ts";
import { hasStatement, hasSubjectOrVerb, isQuotable, isWellWritten } from "./quotable_sentence.ts";
import { quotesClause } from "./quote_of.ts";

const [SHORTEST, LONGEST] = [40, 180];
const LEAST_SCORE = 0.5;
const LEAST_ASPECTS = 1;
const MOST_SENTENCES = 50;
const MOST_CANDIDATES = 200;
const NEGATION =
  /\b(?:no|not|never|nothing|none|nor|nobody|neither|cannot|without|hardly|but|although|though|at first|(?:did|do|does|is|was|were|could|would|wo|ca)nt)\b|n['’]t\b/i;
const MONEY = /[\p{Sc}\d]|\b(?:dollars?|bucks|euros?|pounds?)\b/iu;
const ROW = /,[^,.!]*,/;
/** "Best seats in the house if you like watching people" praises for some alone. */
const IF = /\bif\b/i;
/** Words for the business and those who work for it: praise of a lunch is not yet praise of the restaurant. */
const OF_THE_BUSINESS =
  /\b(?:they|their|team|crew|company|staff|service|everyone|people|technicians?|plumbers?|electricians?|installers?|drivers?|nurses?|doctors?|paramedics?|hosts?|owners?|place|restaurant|clinic|practice|hotel)\b/i;

/**
 * The sentence to show on a page: one or two whole sentences, verbatim, 40 to 180 characters, of a review of 5 stars.
 * They praise the business or its people for at least one aspect, contain no negation, money, number or name but the business's own, and no word
 * for something that stands elsewhere. Among the most positive reviews the strongest praise is chosen; among equals that of the more positive, then
 * of the newer review. Null if there is none.
 *
 * @param evidence Of whole reviews, newest first.
 */
export function pullQuote(
  business: Business,
  evidence: readonly Evidence[],
  { sentencesOf, scoreOf }: Pick<TextReader, "sentencesOf" | "scoreOf">,
  isOwn: (sentence: string) => boolean,
): string | null {
  const candidates = firstEvidence(
    strongestFirst(evidence.filter(({ review, score }) => review.rating === 5 && score >= LEAST_SCORE)),
    ({ analysis }) => analysis.aspects.length >= LEAST_ASPECTS,
    MOST_CANDIDATES,
  );
  const own = [business.name, ...business.technicians.flatMap(({ name, aliases }) => [name, ...aliases])];
  const isOfTheBusiness = (quote: string) =>
    OF_THE_BUSINESS.test(quote) || own.some((name) => name !== "" && quote.includes(name));
  let best: string | null = null;
  let bestScore = 0;
  for (const item of candidates) {
    for (const quote of passages(item, sentencesOf)) {
      if (!isFit(quote) || !isOfTheBusiness(quote) || praised(quote, item) < LEAST_ASPECTS || !isOwn(quote)) {
        continue;
      }
      const sentences = sentencesOf(quote).map(scoreOf);
      // The weaker of two sentences counts, or a second one without praise would only dilute the first.
      const score = Math.min(...sentences);
      if (score <= bestScore) continue;
      best = quote;
      bestScore = score;
    }
  }
  return best;
}

/** By score, in the given order where it is the same. Not sorted, as of 100,000 reviews 200 are looked at. */
function* strongestFirst(evidence: readonly Evidence[]): Generator<Evidence> {
  const byScore = Map.groupBy(evidence, ({ score }) => score);
  for (const score of [...byScore.keys()].sort((a, b) => b - a)) yield* byScore.get(score) ?? [];
}

/** Each sentence, alone and joined with the next where the text has exactly one space between. */
function* passages({ review }: Evidence, sentencesOf: TextReader["sentencesOf"]): Generator<string> {
  const sentences = sentencesOf(review.text ?? "").slice(0, MOST_SENTENCES).filter(({ length }) => length <= LONGEST);
  for (const [index, sentence] of sentences.entries()) {
    const next = sentences[index + 1];
    const passages = next === undefined ? [sentence] : [sentence, `${sentence} ${next}`];
    for (const passage of passages) if (passage.length <= LONGEST && review.text?.includes(passage)) yield passage;
  }
}

function isFit(quote: string): boolean {
  return quote.length >= SHORTEST && isWellWritten(quote) && !needsContext(quote) && isQuotable(quote) &&
    isEnglish(quote) && hasSubjectOrVerb(quote) && !ROW.test(quote) && !IF.test(quote) && hasStatement(quote) &&
    !quote.includes("?") &&
    !NEGATION.test(quote) && !MONEY.test(quote);
}

/** Number of aspects that it praises; 0 if it criticises one. */
function praised(quote: string, { review, analysis }: Evidence): number {
  const said = analysis.aspects.filter(({ spans }) => quotesClause(quote, review.text, spans));
  return said.every(({ sentiment }) => sentiment === "positive") ? said.length : 0;
}
