// Translates the sentences of commands. The English words stand where a command writes them; `sentences.json` has each
// sentence once as a key, with its translations. In both, names in braces stand for the parts that vary:
//
// - Each language writes these its way: `{count}`, `{stars}` (an average), `{size}` (a number with one decimal), `{line}`
//   (the number of a line) and `{day}` (a long date).
// - A name in capitals, such as `{REASON}`, is a part that has an entry of its own.
// - Every other name is a text that stays as it is, such as the name of a file.

import type { Formats } from "../../routes/pages/frame/formats.ts";
import { filled } from "../../routes/pages/language/page_language.ts";
import sentences from "./sentences.json" with { type: "json" };

type Translations = Readonly<Record<"de" | "es" | "fr", string>>;

/**
 * Entries, each as texts and names by turns. Entries that fit the fewest sentences come first: those whose every part can
 * be checked, then those whose last part can be, then those with the most text.
 */
const TEMPLATES = Object.entries<Translations>(sentences)
  .map(([english, translations]) => ({ pieces: english.split(/\{(\w+)\}/), translations }))
  .sort((a, b) => openness(a.pieces) - openness(b.pieces) || textLength(b.pieces) - textLength(a.pieces));

function openness(pieces: readonly string[]): number {
  const names = pieces.filter((_, at) => at % 2 === 1);
  const isOpen = (name: string) => !/^(?:[A-Z\d]+|(?:count|stars|size|line)\d?|day)$/.test(name);
  return names.some(isOpen) ? pieces.at(-1) === "" && !isOpen(names.at(-1) ?? "") ? 1 : 2 : 0;
}

function textLength(pieces: readonly string[]): number {
  return pieces.reduce((sum, { length }, at) => at % 2 === 0 ? sum + length : sum, 0);
}

/** Steps after which a text stays English: those of a hostile file could fit in millions of ways. */
const MOST_STEPS = 100_000;

/**
 * Returns a function that translates English sentences: null if it knows no entry for one of them.
 *
 * @param words Further words, which stand for parts in capitals.
 */
export function translator(formats: Formats, words: ReadonlyMap<string, string>): (english: string) => string | null {
  const { language } = formats;
  if (language === "en") return (english) => english;
  const known = new Map<string, string | null>(words);
  let steps = 0;
  return (text) => {
    steps = 0;
    const lines = text.split("\n").map((line) => oneOrMore(line.trim()));
    return lines.includes(null) ? null : lines.join("\n");
  };

  function oneOrMore(line: string): string | null {
    const whole = one(line);
    if (whole !== null) return whole;
    const parts = line.split(/(?<=[.?]) (?=\S)/).map(one);
    return parts.includes(null) ? null : parts.join(" ");
  }

  function one(text: string): string | null {
    const before = known.get(text);
    if (before !== undefined) return before;
    let found: string | null = null;
    for (const { pieces, translations } of TEMPLATES) {
      const parts = partsOf(text, pieces);
      if (parts === null) continue;
      found = filled(translations[language as keyof Translations], parts);
      break;
    }
    if (steps < MOST_STEPS) known.set(text, found);
    return found;
  }

  /** Returns the parts of a text by their names; null if it does not fit. */
  function partsOf(text: string, [begin = "", name, ...rest]: readonly string[]): Record<string, string> | null {
    if (++steps > MOST_STEPS || !text.startsWith(begin)) return null;
    const left = text.slice(begin.length);
    if (name === undefined) return left === "" ? {} : null;
    const [next = ""] = rest;
    for (let end = endOf(left, next, 1); end !== -1; end = endOf(left, next, end + 1)) {
      const others = partsOf(left.slice(end), rest);
      const part = others && shown(name, left.slice(0, end));
      if (part !== null) return { ...others, [name]: part };
    }
    return null;
  }

  function shown(name: string, text: string): string | null {
    if (/^[A-Z\d]+$/.test(name)) return one(text);
    switch (name.replace(/\d$/, "")) {
      case "count":
        return /^\d{1,3}(?:,?\d{3})*$/.test(text) ? formats.number(Number(text.replaceAll(",", ""))) : null;
      case "stars":
        return /^\d\.\d\d$/.test(text) ? formats.alignedStars(Number(text)) : null;
      case "line":
        return /^\d+$/.test(text) ? text : null;
      case "size":
        return /^\d+\.\d(?: [GM]B)?$/.test(text)
          ? text.replace(/^[\d.]+/, (size) => formats.number(Number(size), 1))
          : null;
      case "day": {
        const day = /^\d{1,2} [A-Z][a-z]+ \d{4}$/.test(text) ? Date.parse(`${text} UTC`) : NaN;
        return Number.isNaN(day) ? null : formats.day(new Date(day).toISOString().slice(0, 10));
      }
      default:
        return text;
    }
  }
}

/** Where a part may end: before the next text, or at the end if none follows. -1 if nowhere any more. */
function endOf(text: string, next: string, from: number): number {
  return next !== "" ? text.indexOf(next, from) : from <= text.length ? text.length : -1;
}
