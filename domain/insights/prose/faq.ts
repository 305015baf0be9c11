import type { InsightsDocument } from "../../documents/insights_document.ts";
import { type Evidence, exampleReviews, type GroupedEvidence } from "../figures/evidence.ts";
import { monthNumber } from "../figures/monthly_figures.ts";
import { sentimentCounts } from "../figures/sentiment_counts.ts";
import type { Customer } from "../taxonomy/taxonomy.ts";
import { plainLabel, type Prose, proseName } from "./wording.ts";

type Entry = InsightsDocument["faq"][number];
type Kind = NonNullable<Entry["about"]>["kind"];
type Asked = Pick<InsightsDocument, "aspects" | "entities">;
type Subject = Asked["aspects"][number] | Asked["entities"][keyof Asked["entities"]][number];

/** Labels and questions of aspects in one language. */
export interface Wording {
  readonly prose: Prose;
  /** Labels by aspect id. */
  readonly labels: ReadonlyMap<string, string>;
  /** Yes-or-no questions by aspect id; an aspect without one gets a general question. */
  readonly questions: ReadonlyMap<string, string>;
}

/** Wording of questions and answers. */
interface Asking {
  readonly customer: Customer;
  /** English first. */
  readonly wordings: readonly [Wording, ...Wording[]];
}

/**
 * Builds the FAQ: a question about each aspect, service, technician and area that has quotations. Its answer is the two
 * counts and the quotations.
 */
export function faq(insights: Asked, evidence: GroupedEvidence, asking: Asking): Entry[] {
  const { aspects, entities: { services, technicians, service_areas } } = insights;
  const lists: readonly (readonly [Kind, readonly Subject[]])[] = [
    ["aspects", aspects],
    ["services", services],
    ["technicians", technicians],
    ["service_areas", service_areas],
  ];
  return lists.flatMap(([kind, subjects]) =>
    subjects.filter(({ quotes }) => quotes !== undefined)
      .map((subject) => entryOf(kind, subject, evidence[kind].get(subject.id) ?? [], asking))
  );
}

function entryOf(
  kind: Kind,
  { id, label, quotes = [], trend, ...more }: Subject,
  evidence: readonly Evidence[],
  { customer, wordings }: Asking,
): Entry {
  const { positive, negative } = sentimentCounts(evidence);
  const isBurden = "burden" in more && more.burden === true;
  const change = kind === "aspects" && (trend === "improving" || trend === "declining")
    ? `${isBurden ? "burden" : "trend"}_${trend}` as const
    : null;
  const dates = new Map(evidence.map(({ review: { id, date } }) => [id, date]));
  const texts = wordings.map(({ prose: { say, month, language }, labels, questions }) => {
    const own = kind === "aspects" ? labels.get(id) ?? label : label;
    const name = kind === "technicians" || kind === "service_areas" ? proseName(own) : plainLabel(own);
    const asked = kind === "aspects" ? questions.get(id) : undefined;
    const counts = { name, count: evidence.length, positive, negative };
    const answer = [
      say(isBurden ? "burden_counts" : "counts", counts),
      change === null ? "" : say(change),
      ...quotes.map(({ text, review_id }, at) =>
        say(at === 0 ? "quote" : "second_quote", {
          customer: customer.one,
          text,
          month: month(monthNumber(dates.get(review_id) ?? "")),
        })
      ),
    ].join("");
    return [language, { question: asked ?? say(`ask_${kind}`, { customers: customer.many, name }), answer }] as const;
  });
  const [[, english] = ["", { question: "", answer: "" }], ...others] = texts;
  return {
    ...english,
    source_review_ids: [...new Set([...quotes.map(({ review_id }) => review_id), ...exampleReviews(evidence)])],
    about: { kind, id },
    ...others.length === 0 ? {} : { translations: Object.fromEntries(others) },
  };
}
