import { beginningOf } from "../cut_text.ts";
import type { InsightsDocument } from "../documents/insights_document.ts";
import { foldText } from "../normalize_text.ts";
import type { Review } from "../review.ts";

/**
 * Checks that insights agree with the published reviews, which the schema cannot check. The three counts of each aspect
 * must add up, every review id exist, review count and dates be right, and quotations be verbatim.
 *
 * @param reviews Newest first.
 * @returns One phrase per fault, beginning with its path; empty if there is none.
 */
export function insightsFaults(insights: InsightsDocument, reviews: readonly Review[]): readonly string[] {
  const faults: string[] = [];
  const expect = (path: string, found: unknown, expected: unknown) => {
    if (found !== expected) faults.push(`${path} is ${JSON.stringify(found)}; expected ${JSON.stringify(expected)}`);
  };
  expect("review_count", insights.review_count, reviews.length);
  expect("date_range.earliest", insights.date_range.earliest, reviews.at(-1)?.date ?? null);
  expect("date_range.latest", insights.date_range.latest, reviews[0]?.date ?? null);
  insights.aspects.forEach((aspect, index) => {
    const sum = aspect.positive_count + aspect.neutral_count + aspect.negative_count;
    expect(`aspects.${index}.mention_count`, aspect.mention_count, sum);
  });
  const known = new Set(reviews.map(({ id }) => id));
  for (const [path, id] of reviewIdsIn(insights)) {
    if (!known.has(id)) faults.push(`${path} is "${id}"; expected the id of a published review`);
  }
  return [...faults, ...quotationFaults(insights, reviews)];
}

function* reviewIdsIn(insights: InsightsDocument): Generator<readonly [path: string, id: string]> {
  const { aspects, entities, topics, faq, per_review } = insights;
  const lists: [string, readonly { readonly example_review_ids: readonly string[] }[]][] = [
    ["aspects", aspects],
    ["topics", topics],
    ...Object.entries(entities).map(([name, list]): [string, typeof list] => [`entities.${name}`, list]),
  ];
  for (const [path, list] of lists) {
    for (const [index, { example_review_ids }] of list.entries()) {
      for (const [n, id] of example_review_ids.entries()) yield [`${path}.${index}.example_review_ids.${n}`, id];
    }
  }
  for (const [path, { review_id }] of subjectQuotes(insights)) yield [`${path}.review_id`, review_id];
  for (const [index, { source_review_ids }] of faq.entries()) {
    for (const [n, id] of source_review_ids.entries()) yield [`faq.${index}.source_review_ids.${n}`, id];
  }
  for (const id of Object.keys(per_review)) yield ["per_review", id];
}

function* subjectQuotes({ aspects, entities }: InsightsDocument) {
  for (const [name, list] of [["aspects", aspects] as const, ...Object.entries(entities)]) {
    for (const [index, { quotes = [] }] of list.entries()) {
      const path = `${name === "aspects" ? "" : "entities."}${name}.${index}.quotes`;
      for (const [n, quote] of quotes.entries()) yield [`${path}.${n}`, quote] as const;
    }
  }
}

interface Quotation {
  readonly path: string;
  readonly words: string;
  /** The reviews that may hold them, and the member that names these; null if any review may. */
  readonly named: readonly [ids: readonly string[], member: string] | null;
}

function quotationsOf(insights: InsightsDocument): readonly Quotation[] {
  const { pull_quote, summary, summary_translations = {}, aspects, faq } = insights;
  return [
    ...pull_quote === null ? [] : [{ path: "pull_quote", words: pull_quote, named: null }],
    ...[summary ?? "", ...Object.values(summary_translations)].flatMap(quotedParts)
      .map((words) => ({ path: "summary", words, named: null })),
    ...aspects.flatMap(({ top_phrases }, index) =>
      top_phrases.map((words, n) => ({ path: `aspects.${index}.top_phrases.${n}`, words, named: null }))
    ),
    ...Array.from(subjectQuotes(insights), ([path, { text, review_id }]): Quotation => ({
      path: `${path}.text`,
      words: text,
      named: [[review_id], "review_id"],
    })),
    ...faq.flatMap(({ answer, translations = {}, source_review_ids: ids }, index) =>
      [answer, ...Object.values(translations).map(({ answer }) => answer)].flatMap(quotedParts).map((
        words,
      ): Quotation => ({
        path: `faq.${index}.answer`,
        words,
        named: [ids, "source_review_ids"],
      }))
    ),
  ];
}

function quotationFaults(insights: InsightsDocument, reviews: readonly Review[]): readonly string[] {
  const quotations = quotationsOf(insights);
  if (quotations.length === 0) return [];
  const texts = new Map(reviews.map(({ id, text }) => [id, comparable(text ?? "")]));
  return quotations.filter(({ words, named }) => {
    const folded = comparable(words.replace(EDGES, ""));
    const among = named === null ? texts.values() : named[0].values().map((id) => texts.get(id) ?? "");
    return !among.some((text) => holds(text, folded));
  }).map(({ path, words, named }) => {
    const where = named === null ? "a published review" : `a review that ${named[1]} names`;
    return `${path} quotes ${JSON.stringify(beginningOf(words, 80))}; expected words of ${where}, word for word`;
  });
}

/** The marks that close a quotation, by the mark that opens it. */
const CLOSING = new Map(
  ["“”", "„“”", "””", "«»", "»«", '""', "「」", "『』"].map(([open = "", ...close]) => [open, close]),
);
const MARKS = /["“”„«»「」『』]/g;
/** Marks that open only after a space or a bracket: elsewhere they close, or stand for inches. */
const EITHER_WAY = /["”»]/;
const SINGLE = /(?<![\p{L}\p{N}])['‘]((?:[^'‘’"“”„«»]|(?<=\p{L})['’](?=\p{L}))+)['’](?![\p{L}\p{N}])/gu;
const EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$/gu;
const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

function quotedParts(text: string): readonly string[] {
  const parts: string[] = [];
  const closing: (readonly string[])[] = [];
  let from = 0;
  for (const { 0: mark, index } of text.matchAll(MARKS)) {
    if (closing.length > 0) parts.push(text.slice(from, index));
    from = index + 1;
    const close = CLOSING.get(mark);
    const mayOpen = !EITHER_WAY.test(mark) || /^[\s([–—]?$/.test(text.charAt(index - 1));
    if (closing.at(-1)?.includes(mark)) closing.pop();
    else if (mayOpen && close !== undefined) closing.push(close);
  }
  if (closing.length > 0) parts.push(text.slice(from));
  parts.push(...Array.from(text.matchAll(SINGLE), ([, words = ""]) => words));
  return parts.map((part) => part.replace(EDGES, "")).filter((part) => part !== "");
}

function comparable(text: string): string {
  return foldText(text).replace(/[‘’‚]/g, "'").replace(MARKS, '"').replace(/\s+/g, " ");
}

function holds(text: string, words: string): boolean {
  const isInWord = (at: number) => /[\p{L}\p{N}]/u.test(text.charAt(at)) && !SPACELESS.test(text.charAt(at));
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    if (words === "" || !isInWord(at - 1) && !isInWord(at + words.length)) return true;
  }
  return false;
}
