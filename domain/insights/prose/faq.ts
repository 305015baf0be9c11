import type { Business } from "../../business.ts";
import type { InsightsDocument } from "../../documents/insights_document.ts";
import { mentionFinder } from "../../mentions.ts";
import type { TextReader } from "../analysis/text_reader.ts";
import type { GroupedEvidence } from "../figures/evidence.ts";
import { nameCheck } from "../quotes/name_check.ts";
import { quotesClause } from "../quotes/quote_of.ts";
import type { Customer } from "../taxonomy/taxonomy.ts";
import { faqAnswer, type FaqSubject } from "./faq_answer.ts";
import { proseLabel, proseName } from "./prose_name.ts";

/** Aspects and entities that fewer reviews mention get no question. */
const FEWEST = 5;
const MOST_OF_A_KIND = 50;

/** The lists of the document about which questions are asked, most mentioned first. */
export type Asked = Pick<InsightsDocument, "aspects" | "entities">;

/** Words of the taxonomy for the questions. */
export interface Asking {
  readonly customer: Customer;
  /** Yes-or-no questions by aspect id; an aspect without one gets a general question. */
  readonly questions: ReadonlyMap<string, string>;
}

/**
 * Builds the FAQ: a question about each aspect, service, technician and area, answered from the reviews. Only those
 * that at least five reviews mention, and only technicians, services and areas that the business itself lists.
 */
export function faq(
  business: Business,
  insights: Asked,
  evidence: GroupedEvidence,
  reader: Pick<TextReader, "sentencesOf" | "scoreOf" | "scoreOn">,
  { customer, questions }: Asking,
): InsightsDocument["faq"] {
  const quoted = new Set<string>();
  let answers = 0;
  const isFreeOfNames = nameCheck(business, evidence.all);
  const aspects = insights.aspects.filter(isHeard).slice(0, MOST_OF_A_KIND).map(({ id, label }) =>
    faqAnswer({
      question: questions.get(id) ?? `What do ${customer.many} say about ${proseLabel(label)}?`,
      isYesNo: questions.has(id),
      reviews: `reviews that speak of ${proseLabel(label)}`,
      verb: "speak of",
      name: proseLabel(label),
      turn: answers++,
      stars: null,
      evidence: evidence.aspects.get(id) ?? [],
      sentencesOf: reader.sentencesOf,
      scoreOf: (sentence) => reader.scoreOn(sentence, id),
      isFreeOfNames,
      quoted,
      customer,
      speaksOf: (sentence, { review, spans }) => quotesClause(sentence, review.text, spans),
    })
  );
  const asked = <Entry extends { readonly id: string; readonly aliases: readonly string[] }>(
    kind: "services" | "technicians" | "service_areas",
    entries: readonly Entry[],
    nameOf: (entry: Entry) => string,
    words: (name: string) => Pick<FaqSubject, "question" | "isYesNo" | "reviews" | "verb" | "name">,
  ) => {
    const own = new Map(entries.map((entry) => [entry.id, entry]));
    return insights.entities[kind].filter(isHeard).slice(0, MOST_OF_A_KIND).flatMap(({ id, average_rating: stars }) => {
      const entry = own.get(id);
      if (entry === undefined) return [];
      const finder = mentionFinder([{ key: id, names: [nameOf(entry), ...entry.aliases] }]);
      const speaksOf = (sentence: string) => finder(sentence).length > 0;
      return [
        faqAnswer({
          ...words(nameOf(entry)),
          turn: answers++,
          stars,
          evidence: evidence[kind].get(id) ?? [],
          speaksOf,
          sentencesOf: reader.sentencesOf,
          scoreOf: reader.scoreOf,
          isFreeOfNames,
          quoted,
          customer,
        }),
      ];
    });
  };
  return [
    ...aspects,
    ...asked("services", business.services, ({ label }) => label, (label) => ({
      question: `How do ${customer.many} rate ${proseLabel(label)}?`,
      isYesNo: false,
      reviews: `reviews that mention ${proseLabel(label)}`,
      verb: "mention",
      name: proseLabel(label),
    })),
    ...asked("technicians", business.technicians, ({ name }) => name, (name) => ({
      question: `What do ${customer.many} say about ${proseName(name)}?`,
      isYesNo: false,
      reviews: `reviews that name ${proseName(name)}`,
      verb: "name",
      name: proseName(name),
    })),
    ...asked("service_areas", business.service_areas, ({ label }) => label, (label) => ({
      question: `Are ${customer.many} in ${proseName(label)} satisfied?`,
      isYesNo: true,
      reviews: `reviews that mention ${proseName(label)}`,
      verb: "mention",
      name: proseName(label),
    })),
  ];
}

function isHeard({ mention_count }: { readonly mention_count: number }): boolean {
  return mention_count >= FEWEST;
}
