// A sentence is a value: its English text, which names in braces the parts that vary, and these parts. A terminal prints
// it in English. The page for the owner shows it in the owner's language, by the catalogues beside this file. A name in
// braces stands for a part:
//
// - `{file}`: a text as it is, a number, another sentence, or a list of them.
// - `{count|# review|# reviews}`: the first text for one, the second for several; `#` is the number.
// - `{average:stars}`: a number with two decimals. `{at:day}`: a day written YYYY-MM-DD, in full; a page also takes a month or year.

/** Catalogues of one language. A sentence without an entry in one of them is refused by the compiler. */
type German = typeof import("./german.json", { with: { type: "json" }});
type Spanish = typeof import("./spanish.json", { with: { type: "json" }});
type French = typeof import("./french.json", { with: { type: "json" }});

/** The English text of a sentence that has translations. */
export type SentenceText = keyof German & keyof Spanish & keyof French;

/** Those of them without parts. */
export type PlainText = Exclude<SentenceText, `${string}{${string}`>;

/** What stands for a name in a sentence. */
export type Part = string | number | Sentence | readonly (string | Sentence)[];

type Braces<Text extends string> = Text extends `${string}{${infer Inner}}${infer Rest}` ? Inner | Braces<Rest> : never;
type NameIn<Inner> = Inner extends `${infer Name}|${string}` ? Name : Inner extends `${infer Name}:${string}` ? Name
: Inner;
type PartIn<Inner> = Inner extends `${string}|${string}` | `${string}:stars` ? number
  : Inner extends `${string}:day` ? string
  : Part;

/** The parts that a text names, by their names. */
export type Parts<Text extends string> = { readonly [Inner in Braces<Text> as NameIn<Inner>]: PartIn<Inner> };

/** How a language writes the parts of a sentence. */
export interface SentenceFormats {
  readonly number: (value: number) => string;
  /** A mean of stars, with two decimals. */
  readonly stars: (value: number) => string;
  /** A day written YYYY-MM-DD. */
  readonly day: (day: string) => string;
  readonly isOne: (count: number) => boolean;
}

const ENGLISH: SentenceFormats = {
  number: (value) => value.toLocaleString("en"),
  stars: (value) => value.toFixed(2),
  day: (day) =>
    new Date(day).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" }),
  isOne: (count) => count === 1,
};

/** A sentence, or a clause that is a part of one. Made by {@linkcode sentence}. */
export class Sentence {
  constructor(readonly text: string, readonly parts: Readonly<Record<string, Part>>) {}

  /** The sentence in English. */
  toString(): string {
    return filledSentence(this.text, this.parts, ENGLISH, String);
  }

  /** The sentence in English, for `--json` and comparisons. */
  toJSON(): string {
    return this.toString();
  }
}

/**
 * Formats a value as JSON of several lines.
 *
 * @param hasParts True if sentences keep their parts, for {@linkcode revivedSentence}; else they are English texts.
 */
export function jsonText(value: unknown, hasParts: boolean): string {
  return JSON.stringify(
    value,
    function (this: Record<string, unknown>, key, shown) {
      const given = this[key];
      return hasParts && given instanceof Sentence ? { ...given } : shown;
    },
    2,
  );
}

/** Texts that people read: a sentence in their language, or English that only a terminal prints. */
export type Text = string | Sentence;

/** Makes a sentence of its English text and its parts. */
export function sentence<Known extends SentenceText>(
  text: Known,
  ...[parts]: keyof Parts<Known> extends never ? readonly [] : readonly [Parts<Known>]
): Sentence {
  return new Sentence(text, parts ?? {});
}

/** Restores sentences in JSON with their parts, as the second parameter of `JSON.parse`. */
export function revivedSentence(_: string, value: unknown): unknown {
  const { text, parts } = Object(value);
  return typeof text === "string" && typeof parts === "object" ? new Sentence(text, parts) : value;
}

/** Restores a sentence that a store has kept, where it is an object without a class. Texts stay. */
export function restoredSentence(kept: Text | null): Text | null {
  return kept instanceof Sentence ? kept : JSON.parse(JSON.stringify(kept), revivedSentence);
}

/**
 * Fills the names in braces of a text with parts.
 *
 * @param shown Shows a part that is a sentence.
 */
export function filledSentence(
  text: string,
  parts: Readonly<Record<string, Part>>,
  { number, stars, day, isOne }: SentenceFormats,
  shown: (part: Sentence) => string,
): string {
  const shownPart = (part: Part): string =>
    typeof part === "string"
      ? part
      : typeof part === "number"
      ? number(part)
      : part instanceof Sentence
      ? shown(part)
      : part.map(shownPart).join(", ");
  return text.replace(
    /\{(\w+)(?::(\w+)|\|([^|}]*)\|([^}]*))?\}/g,
    (_, name: string, format?: string, one?: string, several?: string) => {
      const part = parts[name] ?? "";
      if (typeof part === "number" && one !== undefined) {
        return ((isOne(part) ? one : several) ?? "").replace("#", number(part));
      }
      if (typeof part === "number" && format === "stars") return stars(part);
      return typeof part === "string" && format === "day" ? day(part) : shownPart(part);
    },
  );
}
