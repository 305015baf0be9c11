import { insightsOf } from "../../../domain/queries/snapshot_insights.ts";
import { type Markup, markup, NOTHING } from "../frame/markup.ts";
import type { DataContext } from "../frame/page_context.ts";

const RIGHT_TO_LEFT = String.raw`\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}`;
const WORD = /[\p{L}\p{M}]+/gu;
const BEGINS_RIGHT_TO_LEFT = new RegExp(`^[${RIGHT_TO_LEFT}]`, "u");
/** A name in a script from right to left, of one word or several. */
const NAME = new RegExp(`([${RIGHT_TO_LEFT}]+(?:[\\s'’״׳\\-]+[${RIGHT_TO_LEFT}]+)*)`, "u");

/**
 * The direction of prose. Its first letter does not tell it, which may be that of a name; two thirds of its words do, as
 * half of a short English sentence may be names.
 */
export function directionOf(text: string): "ltr" | "rtl" {
  const words = text.match(WORD) ?? [];
  const rightToLeft = words.filter((word) => BEGINS_RIGHT_TO_LEFT.test(word)).length;
  return rightToLeft * 3 > words.length * 2 ? "rtl" : "ltr";
}

/**
 * The attributes of an element with prose of the insights: its direction, and its language where that is not the page's.
 * The built-in analysis writes English; what an operator's own is in is not known.
 */
export function proseAttributes({ snapshot, formats }: DataContext, text: string): Markup {
  const isOther = formats.language !== "en" && insightsOf(snapshot).model.startsWith("lexicon-");
  return markup` dir="${directionOf(text)}"${isOther ? markup` lang="en"` : NOTHING}`;
}

/**
 * Prose of the insights, for an element with its {@linkcode directionOf}. Names in it that are written from right to left
 * are set apart: a figure after one would be read as part of it.
 */
export function proseOf(text: string): Markup {
  if (directionOf(text) === "rtl") return markup`${text}`;
  // Every second piece is what the group matched.
  return markup`${text.split(NAME).map((piece, at) => at % 2 === 0 ? piece : markup`<bdi>${piece}</bdi>`)}`;
}
