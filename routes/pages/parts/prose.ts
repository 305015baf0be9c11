import { beginningOf } from "../../../domain/cut_text.ts";
import { withoutBidiControls } from "../../../domain/normalize_text.ts";
import { type Markup, markup, NOTHING } from "../frame/markup.ts";
import type { DataContext } from "../frame/page_context.ts";
import { phrase } from "../frame/formats.ts";

const RIGHT_TO_LEFT = String.raw`\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}`;
const WORD = /[\p{L}\p{M}]+/gu;
const BEGINS_RIGHT_TO_LEFT = new RegExp(`^[${RIGHT_TO_LEFT}]`, "u");
const NAME = new RegExp(`([${RIGHT_TO_LEFT}]+(?:[\\s'’״׳\\-]+[${RIGHT_TO_LEFT}]+)*)`, "u");

/**
 * Direction of a text: right-to-left if more than two thirds of its words are. The first letter may belong to a name,
 * and half of a short English sentence may be names.
 */
export function directionOf(text: string): "ltr" | "rtl" {
  const words = text.match(WORD) ?? [];
  const rightToLeft = words.filter((word) => BEGINS_RIGHT_TO_LEFT.test(word)).length;
  return rightToLeft * 3 > words.length * 2 ? "rtl" : "ltr";
}

/** A text of the insights in the language of the page if they have it; else as it is. */
export function translated<Text>(
  { formats }: DataContext,
  text: Text,
  translations: Readonly<Record<string, Text>> = {},
): { readonly text: Text; readonly isTranslated: boolean } {
  const inLanguage = translations[formats.language];
  return inLanguage === undefined ? { text, isTranslated: false } : { text: inLanguage, isTranslated: true };
}

/**
 * Attributes of an element with text of the insights: direction, and language if it is not the page's. Quotations by
 * the rules are English; the language of an operator's own insights is unknown.
 */
export function proseAttributes({ snapshot, formats }: DataContext, text: string, isTranslated = false): Markup {
  const isOther = formats.language !== "en" && !isTranslated && !snapshot.operatorInsights;
  return markup` dir="${directionOf(text)}"${isOther ? markup` lang="en"` : NOTHING}`;
}

/** Says who counted what the insights show: the service, with links to how and to reports of errors, or the business. */
export function insightsNote(context: DataContext): Markup {
  const { snapshot, formats: { words } } = context;
  if (snapshot.operatorInsights) return markup`<p class="quiet">${words.by_business}</p>`;
  const link = (answer: string, label: string) => markup`<a href="/policy#${answer}">${label}</a>`;
  const counted = phrase(words.by_program, {
    how: link("computed", words.counted_how),
    report: link("report", words.report_count),
  });
  return markup`<p class="quiet">${counted}</p>`;
}

/**
 * Text of the insights, for an element with its {@linkcode directionOf}. Isolates right-to-left names, because a number
 * after one would be read as part of it.
 */
export function proseOf(text: string): Markup {
  // A name with such a character would turn the rest of its sentence.
  const plain = withoutBidiControls(text);
  if (directionOf(plain) === "rtl") return markup`${plain}`;
  // Every second piece is a match of the group.
  return markup`${plain.split(NAME).map((piece, at) => at % 2 === 0 ? piece : markup`<bdi>${piece}</bdi>`)}`;
}

/** A text whose paragraphs follow each other without blank lines, for a card, or with one. */
export function withoutBlankLines(text: string, between = "\n"): string {
  return text.replace(/\s*\n\s*\n\s*/g, between);
}

const segmenter = new Intl.Segmenter("en", { granularity: "word" });
// Longer words are cut.
const LOOK_BACK = 40;

/**
 * Clips a text of more than `most` code units at the end of a word, without ellipsis.
 *
 * @returns Null if nothing was cut off.
 */
export function clippedText(text: string, most: number): string | null {
  if (text.length <= most) return null;
  const beginning = beginningOf(text, most);
  const from = beginningOf(text, most - LOOK_BACK).length;
  const word = [...segmenter.segment(beginning.slice(from))].at(-1)?.index ?? 0;
  return beginning.slice(0, from + word).trimEnd();
}

const MOST_NAME = 60;

/** Shortens a name that is longer than names of persons are. */
export function shortName(name: string): string {
  const beginning = clippedText(name, MOST_NAME);
  return beginning === null ? name : `${beginning}…`;
}
