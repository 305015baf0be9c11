import { sentence } from "../../../domain/sentences/sentence.ts";
import { beginningOf, firstCharacter } from "../../../domain/cut_text.ts";
import { isEmptyValue, isJsonObject } from "./source_row.ts";
import { parsedJson } from "../bytes/json_positions.ts";
import { cleanText } from "../../../domain/normalize_text.ts";
import { WebUrl } from "../../../domain/string_formats.ts";
import { ValueFault } from "./row_reader.ts";
import { Parser } from "htmlparser2";

const MOST = 20;
const MEMBERS = "url imageUrl image_url original_url src link photoUrl image contentUrl thumbnailUrl".split(" ");

/** Reads URLs of photos from a text, a list or objects. A bad photo is ignored: it is no reason to refuse a review. */
export function readPhotos(value: unknown): readonly string[] {
  const urls = texts(value).filter((text) => WebUrl.safeParse(text).success);
  return [...new Set(urls)].slice(0, MOST);
}

function texts(value: unknown): readonly string[] {
  if (typeof value === "string") {
    const text = value.trim();
    const list = text.startsWith("[") ? parsedJson(text) : undefined;
    if (list !== undefined) return texts(list);
    if (text.startsWith("[")) return text.match(/https?:\/\/[^\s"',\]]+/g) ?? [];
    return text.split(/\s*[|;]\s*|\s*,\s*(?=https?:)|\s+/).filter((part) => part !== "");
  }
  if (Array.isArray(value)) return value.slice(0, 100).flatMap(texts);
  if (!isJsonObject(value)) return [];
  return MEMBERS.flatMap((name) => typeof value[name] === "string" ? [value[name]] : []).slice(0, 1);
}

/** Elements whose tags people do not type into a review. Shops allow the phrases in their forms, and editors add the rest. */
const ELEMENTS = [
  "a|abbr|acronym|b|big|cite|code|del|em|font|i|ins|kbd|mark|q|s|small|span|strike|strong|sub|sup|tt|u",
  "blockquote|br|center|div|figcaption|figure|h\\d|hr|img|li|ol|p|pre|script|section|style|table|tbody|td|th|thead|tr|ul",
].join("|");
/** Markup that identifies HTML. */
const HTML = new RegExp(`</?(?:${ELEMENTS})\\b[^<>]*>|&(?:#\\d+|#x[\\da-f]+|[a-z]{2,8}\\d{0,2});`, "i");

/** Parses a text as {@linkcode readText} does. Removes HTML and Google's translation, but not from our own texts. */
export function readOriginal(
  value: unknown,
  { ownIds = false }: { readonly ownIds?: boolean },
  limit: number,
): string | null | ValueFault {
  if (ownIds) return readText(value, limit);
  const text = readText(typeof value === "string" && HTML.test(value) ? textOfHtml(value) : value, limit);
  return typeof text === "string" ? originalText(text) : text;
}

const BREAKS = new Set(["br", "p", "div", "li", "tr", "blockquote", "h1", "h2", "h3", "h4"]);
const SILENT = new Set(["script", "style", "head"]);

/** Converts an HTML fragment to plain text. */
function textOfHtml(html: string): string {
  let text = "";
  let silent = 0;
  const parser = new Parser({
    onopentagname: (name) => {
      if (SILENT.has(name)) silent++;
      else if (BREAKS.has(name) && text !== "" && !text.endsWith("\n")) text += "\n";
    },
    ontext: (part) => {
      if (silent === 0) text += part;
    },
    onclosetag: (name) => {
      if (SILENT.has(name)) silent--;
    },
  }, { decodeEntities: true });
  parser.end(html);
  return text;
}

const NOT_TEXT = new ValueFault(sentence("a text"));
const NOT_NAMES = new ValueFault(sentence("a list of at most 100 texts of 1 to 200 characters"));
const NOT_URL = new ValueFault(sentence("an absolute http or https URL of at most 2,048 characters"));
const NOT_ID = new ValueFault(sentence("a text or a whole number"));
const MARK = "(Translated by Google)";

/** Cleans a text (see `cleanText`) of at most `limit` UTF-16 code units. Empty ones and "N/A" give `null`. */
export function readText(value: unknown, limit: number): string | null | ValueFault {
  if (isEmptyValue(value)) return null;
  if (typeof value !== "string") return NOT_TEXT;
  const text = cleanText(value);
  if (text === "" || /^n\/a$/i.test(text)) return null;
  if (text.length > limit) {
    return new ValueFault(sentence("at most {count} characters", { count: limit }));
  }
  return text;
}

/**
 * Parses a text of one line, such as a name; line breaks and tabs become spaces.
 *
 * @param absent The result for an empty value; `null` if a value is required.
 */
export function readLine(value: unknown, limit: number, absent: string | null): string | ValueFault {
  const text = readText(value, limit);
  if (text instanceof ValueFault) return text;
  const line = text?.replace(/\s*[\n\t]\s*/g, " ") ?? absent;
  return line ?? new ValueFault(sentence("a text of 1 to {count} characters", { count: limit }));
}

/** Parses a line and cuts it to 200 characters. Invalid values give null, as they are no reason to refuse a review. */
export function shortLine(value: unknown): string | null {
  const line = readLine(typeof value === "number" ? String(value) : value, 100_000, "");
  return typeof line === "string" && line !== "" ? beginningOf(line, 200).trim() : null;
}

/** How names of authors are published: `Ann Lee`, `Ann L.` or `Ann`. */
export const NAME_FORMS = ["full", "initial", "first"] as const;

/** One of {@linkcode NAME_FORMS}. */
export type NameForm = typeof NAME_FORMS[number];

const TITLES = new RegExp(
  String.raw`^(?:(?:mr|mrs|ms|miss|mx|dr|prof|herrn?|frau|familie|fam|mme|mlle|monsieur|madame|sra?|srta|don|doña|` +
    String.raw`sig|signora?|dott|dhr|mevr|family|famille|familia|famiglia)(?:\. ?| ))+`,
  "i",
);

/** Shortens a name without titles. One word stays, but a surname after a title becomes its initial: `Frau S.` */
export function shortName(name: string, form: NameForm = "full"): string {
  if (form === "full") return name;
  const [, surname, given = name] = /^([^,]+), ?(.+)$/.exec(name) ?? [];
  const [title = ""] = TITLES.exec(given) ?? [];
  const [first = "", ...others] = given.slice(title.length).trim().split(" ");
  const initialOf = (word: string) => `${firstCharacter(word).toUpperCase()}.`;
  const last = surname ?? others.at(-1);
  if (last === undefined) return title === "" ? first : `${title.trim()} ${initialOf(first)}`;
  return form === "first" ? first : `${first} ${initialOf(last)}`;
}

/** Parses a list of names or ids that a review mentions; a missing list is empty. */
export function readNames(value: unknown): string[] | ValueFault {
  if (value === undefined) return [];
  const names = Array.isArray(value) ? value.map((item) => readText(item, 200)) : [null];
  return names.length <= 100 && names.every((name) => typeof name === "string") ? names : NOT_NAMES;
}

/** Parses a URL that will be published: only `http` and `https` (see {@link WebUrl}); an empty value gives `null`. */
export function readUrl(value: unknown): string | null | ValueFault {
  const text = readText(value, 2048);
  if (text === null) return null;
  if (text instanceof ValueFault) return NOT_URL;
  const url = WebUrl.safeParse(text);
  return url.success ? url.data : NOT_URL;
}

/** Parses the id of a review at its source; `null` if it is missing or empty. */
export function readId(value: unknown): string | null | ValueFault {
  if (isEmptyValue(value)) return null;
  if (typeof value === "string") return value.trim();
  return Number.isSafeInteger(value) ? String(value) : NOT_ID;
}

/** Joins title and text by a line break. Drops a title that the platform generated from the beginning of the text. */
export function titledText(title: string | null, text: string | null): string | null {
  if (title === null || text === null) return title ?? text;
  const start = title.replace(/\s*(?:…|\.{3})$/, "");
  // "Gut" is no beginning of "Gute Ware", unless the title is cut.
  const isInWord = start === title && /^[\p{L}\p{N}]/u.test(text.slice(start.length));
  return text.startsWith(start) && !isInWord ? text : `${title}\n${text}`;
}

/**
 * Removes Google's translation from a text that has the original as well: `(Translated by Google) … (Original) …` or
 * `… (Translated by Google) …`. A translation without original is kept without the marker.
 */
export function originalText(text: string): string {
  if (text.startsWith(MARK)) {
    const original = /\s\(Original\)\s+(\S[\s\S]*)$/.exec(text);
    return original?.[1] ?? (text.slice(MARK.length).trim() || text);
  }
  // A marker counts only at the beginning of a line: a reviewer may mention it within a sentence.
  const end = text.indexOf(`\n${MARK}`);
  if (end < 0) return text;
  return text.slice(0, end).replace(/^\(Original\)/, "").trim() || text;
}
