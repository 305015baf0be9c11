import type { Business } from "../../business.ts";
import type { TextReader } from "../analysis/text_reader.ts";
import type { Evidence } from "../figures/evidence.ts";
import type { OwnNames } from "./own_names.ts";
import { isQuotable, isTornOut } from "./quotable.ts";
import { isDirectOpinion } from "./direct_opinion.ts";
import { quotesClause } from "./quote_of.ts";
import { SILENCE } from "../sentiment/score_sentence.ts";

const [SHORTEST, LONGEST] = [40, 180];
const LEAST_SCORE = 0.5;
const MOST_SENTENCES = 50;
const MOST_CANDIDATES = 200;
/** Words with which a sentence is no plain praise. */
export const NEGATION =
  /\b(?:no|not|never|nothing|none|nor|nobody|neither|cannot|without|hardly|but|although|though|at first|(?:did|do|does|is|was|were|could|would|wo|ca)nt)\b|n['’]t\b/i;
const MONEY = /[\p{Sc}\d]|\b(?:dollars?|bucks|euros?|pounds?)\b/iu;
/** Words for the business and its workers: praise of a lunch is not yet praise of the restaurant. */
const OF_THE_BUSINESS =
  /\b(?:they|their|team|crew|company|staff|service|everyone|people|technicians?|plumbers?|electricians?|installers?|drivers?|nurses?|doctors?|paramedics?|hosts?|owners?|place|restaurant|clinic|practice|hotel)\b/i;

/**
 * Chooses the sentence to show on a page: one or two whole sentences, verbatim, 40 to 180 characters, of a 5-star
 * review by a customer. It must praise the business or its people for at least one aspect. It contains no negation,
 * money, number or name but the business's own; the review names nobody whose praise is withheld, and criticises
 * nothing. The strongest praise among the most positive reviews wins; ties go to the more positive, then the newer
 * review. Null if there is none, or if half of the reviews have one or two stars: a praise would mislead.
 *
 * @param evidence Of whole reviews, newest first.
 * @param withheld Ids of the aspects, people, services and areas whose praise is withheld.
 */
export function pullQuote(
  business: Business,
  evidence: readonly Evidence[],
  reader: Pick<TextReader, "sentencesOf" | "scoreOf" | "readSentence" | "aspects">,
  isOwn: OwnNames,
  withheld: ReadonlySet<string>,
): string | null {
  if (2 * evidence.filter(({ review }) => review.rating <= 2).length >= evidence.length) return null;
  const { sentencesOf, scoreOf } = reader;
  // Who has a tie to the business speaks for no customer.
  const positive = evidence.filter(({ review, score }) =>
    review.rating === 5 && review.relation === undefined && score >= LEAST_SCORE
  );
  const namesWithheld = ({ technicians, services, service_areas }: Evidence["analysis"]) =>
    [...technicians, ...services].some(({ id }) => withheld.has(id)) || service_areas.some((id) => withheld.has(id));
  const candidates = strongestFirst(positive)
    .filter(({ analysis }) => analysis.aspects.length > 0 && !namesWithheld(analysis)).take(MOST_CANDIDATES);
  const isOfTheBusiness = businessNaming(business);
  let best: string | null = null;
  let bestScore = 0;
  for (const item of candidates) {
    // A reader who follows the quotation must not end at a complaint.
    if (sentencesOf(item.review.text ?? "").some((sentence) => scoreOf(sentence) < -SILENCE)) continue;
    for (const quote of passages(item, sentencesOf)) {
      if (!isFit(quote, sentencesOf(quote), item.review.text ?? "") || !isOfTheBusiness(quote)) continue;
      if (!praises(quote, item, reader, withheld) || !isOwn(quote, item.review.author)) continue;
      const sentences = sentencesOf(quote).map(scoreOf);
      // The weaker of two sentences counts, because a second one without praise would dilute the first.
      const score = Math.min(...sentences);
      if (score <= bestScore) continue;
      best = quote;
      bestScore = score;
    }
  }
  return best;
}

/** Builds a test for texts with a word or name of the business or its people. */
export function businessNaming({ name, technicians }: Business): (text: string) => boolean {
  const own = [name, ...technicians.flatMap(({ name, aliases }) => [name, ...aliases])].filter((name) => name !== "");
  return (text) => OF_THE_BUSINESS.test(text) || own.some((name) => text.includes(name));
}

/** Yields by score, in the given order for equal scores. Not sorted, because only 200 of 100,000 reviews are read. */
function* strongestFirst(evidence: readonly Evidence[]): Generator<Evidence> {
  const byScore = Map.groupBy(evidence, ({ score }) => score);
  for (const score of [...byScore.keys()].sort((a, b) => b - a)) yield* byScore.get(score) ?? [];
}

/** Yields each sentence, alone and joined with the next where the text has exactly one space between. */
function* passages({ review }: Evidence, sentencesOf: TextReader["sentencesOf"]): Generator<string> {
  const sentences = sentencesOf(review.text ?? "").slice(0, MOST_SENTENCES).filter(({ length }) => length <= LONGEST);
  for (const [index, sentence] of sentences.entries()) {
    const next = sentences[index + 1];
    const passages = next === undefined ? [sentence] : [sentence, `${sentence} ${next}`];
    for (const passage of passages) if (passage.length <= LONGEST && review.text?.includes(passage)) yield passage;
  }
}

function isFit(quote: string, sentences: readonly string[], text: string): boolean {
  return quote.length >= SHORTEST && !NEGATION.test(quote) && !MONEY.test(quote) && !isTornOut(quote, text) &&
    sentences.every((sentence) => isQuotable(sentence, "positive"));
}

function praises(
  quote: string,
  { review, analysis }: Evidence,
  reader: Parameters<typeof isDirectOpinion>[0],
  withheld: ReadonlySet<string>,
): boolean {
  const said = analysis.aspects.filter(({ spans }) => quotesClause(quote, review.text, spans));
  return said.every(({ id, sentiment }) => sentiment === "positive" && !withheld.has(id)) &&
    said.some(({ id }) => isDirectOpinion(reader, quote, id, "positive"));
}
