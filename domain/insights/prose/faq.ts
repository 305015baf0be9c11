import type { Business } from "../../business.ts";
import type { InsightsDocument } from "../../documents/insights_document.ts";
import { inflectionsOf } from "../../inflections.ts";
import { mentionFinder } from "../../mentions.ts";
import type { TextReader } from "../analysis/text_reader.ts";
import type { GroupedEvidence } from "../figures/evidence.ts";
import { isDirectOpinion, opinionsIn } from "../quotes/direct_opinion.ts";
import { quotesClause } from "../quotes/quote_of.ts";
import { type ScoredSentence, SILENCE } from "../sentiment/score_sentence.ts";
import type { Customer } from "../taxonomy/taxonomy.ts";
import { aspectAnswer, type FaqSubject, nameAnswer, thingAnswer } from "./faq_answer.ts";
import { newFrames } from "./frames.ts";
import { plainLabel, proseName } from "./prose_name.ts";

/** Aspects and entities that fewer reviews mention get no question. */
const FEWEST = 5;
const MOST_ASPECTS = 50;
/** People, services and areas have pages of their own; a longer list of the same figures is read by nobody. */
const MOST_OF_A_KIND = 8;

/** The lists of the document about which questions are asked, most mentioned first. */
export type Asked = Pick<InsightsDocument, "aspects" | "entities">;

/** How questions and answers are worded. */
export interface Asking {
  readonly customer: Customer;
  /** Yes-or-no questions by aspect id; an aspect without one gets a general question. */
  readonly questions: ReadonlyMap<string, string>;
  /** Whether a sentence has no name of a person other than those of the business, and tells of no other firm. */
  readonly isOwn: (sentence: string) => boolean;
}

/**
 * Builds the FAQ: a question about each aspect, service, technician and area, answered from the reviews. Only those
 * that at least five reviews mention, and only technicians, services and areas that the business itself lists.
 */
export function faq(
  business: Business,
  insights: Asked,
  evidence: GroupedEvidence,
  reader: Pick<TextReader, "sentencesOf" | "readSentence" | "scoreOf" | "scoreOn" | "aspects">,
  { customer, questions, isOwn }: Asking,
): InsightsDocument["faq"] {
  const common = {
    customer,
    isOwn,
    sentencesOf: reader.sentencesOf,
    opinionsIn: (sentence: string) => opinionsIn(reader, sentence),
    quoted: new Set<string>(),
    frames: newFrames(),
  };
  const allRatings = evidence.all.map(({ review }) => review.rating);
  const ids = insights.aspects.map(({ id }) => id);
  const aspects = insights.aspects.filter(isHeard).slice(0, MOST_ASPECTS).map(({ id, label, trend, burden }) =>
    aspectAnswer({
      ...common,
      question: questions.get(id) ?? `What do ${customer.many} say about “${plainLabel(label)}”?`,
      name: plainLabel(label),
      trend,
      isBurden: burden === true,
      evidence: evidence.aspects.get(id) ?? [],
      scoreOf: (sentence) => reader.scoreOn(sentence, id),
      isDirect: (sentence, sentiment) => isDirectOpinion(reader, sentence, id, sentiment, ids),
      speaksOf: (sentence, { review, spans }) => quotesClause(sentence, review.text, spans),
    })
  );
  const asked = <Entry extends { readonly id: string; readonly aliases: readonly string[] }>(
    kind: "services" | "technicians" | "service_areas",
    entries: readonly Entry[],
    nameOf: (entry: Entry) => string,
    answerOf: (name: string, subject: Omit<FaqSubject, "question" | "name">) => InsightsDocument["faq"][number] | null,
  ) => {
    const own = new Map(entries.map((entry) => [entry.id, entry]));
    return insights.entities[kind].filter((one) => own.has(one.id) && isHeard(one)).slice(0, MOST_OF_A_KIND).map(
      ({ id }) => {
        const entry = own.get(id)!;
        const finder = mentionFinder(
          [{ key: id, names: [nameOf(entry), ...entry.aliases] }],
          kind === "services" ? inflectionsOf : undefined,
        );
        const speaksOf = (sentence: string) => finder(sentence).length > 0;
        const scoreOf = (sentence: string) => scoreAt(reader.readSentence(sentence), speaksOf);
        return answerOf(nameOf(entry), {
          ...common,
          evidence: evidence[kind].get(id) ?? [],
          speaksOf,
          scoreOf,
          isDirect: (sentence) => scoreOf(sentence) !== 0,
        });
      },
    );
  };
  return [
    ...aspects,
    ...asked("services", business.services, ({ label }) => label, (label, subject) =>
      thingAnswer({
        ...subject,
        allRatings,
        question: `How do ${customer.many} rate “${plainLabel(label)}”?`,
        name: plainLabel(label),
      })),
    ...asked("technicians", business.technicians, ({ name }) => name, (name, subject) =>
      nameAnswer({
        ...subject,
        question: `What do ${customer.many} say about ${proseName(name)}?`,
        verb: "name",
        name: proseName(name),
      })),
    ...asked("service_areas", business.service_areas, ({ label }) => label, (label, subject) =>
      nameAnswer({
        ...subject,
        question: `Are ${customer.many} in ${proseName(label)} satisfied?`,
        verb: "mention",
        name: proseName(label),
      })),
  ].filter((entry) => entry !== null);
}

/** The mean score of the clauses that speak of something and carry an opinion; 0 without any. */
function scoreAt({ clauses }: ScoredSentence, speaksOf: (text: string) => boolean): number {
  const scores = clauses.filter(({ text, score }) => Math.abs(score) >= SILENCE && speaksOf(text));
  return scores.reduce((sum, { score }) => sum + score, 0) / Math.max(1, scores.length);
}

function isHeard({ mention_count }: { readonly mention_count: number }): boolean {
  return mention_count >= FEWEST;
}
