// All control characters except tab and line feed, and two noncharacters: XML 1.0 (2.2) forbids nearly all of them.
// Those from U+0080 on (C1) control terminals, as ESC does.
const CONTROLS = /(?![\t\n])\p{Cc}|[\ufffe\uffff]/gu;

/**
 * Cleans a text for publication: NFC, trimmed, LF as line break, without control characters. Lone surrogates become
 * U+FFFD, because UTF-8 cannot encode them.
 */
export function cleanText(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(CONTROLS, "").toWellFormed().normalize("NFC").trim();
}

/** Cleans a text of one line, such as a name; line breaks and tabs become spaces. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s*[\n\t]\s*/g, " ");
}

/**
 * Cleans all texts in a JSON value.
 *
 * @param long Names of the members whose texts may have several lines.
 */
export function cleanTexts(value: unknown, long: readonly string[], name = ""): unknown {
  if (typeof value === "string") return long.includes(name) ? cleanText(value) : cleanLine(value);
  if (Array.isArray(value)) return value.map((element) => cleanTexts(element, long, name));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, cleanTexts(member, long, key)]));
}

// Controls except tab and line breaks, and what Unicode has no glyph for: fillers, joiners, selectors, marks of
// direction, and "tag" letters, in which attackers hide instructions.
const HIDDEN = String.raw`[[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]--[\t\n\r]]`;
const ANY_HIDDEN = new RegExp(HIDDEN, "v");
const EMOJI = String.raw`\p{Extended_Pictographic}(?:[\ufe0e\ufe0f]|\p{Emoji_Modifier}\ufe0f?)?`;
/** Scripts in which no joiner changes a letter. */
const UNJOINED = ["Latn", "Grek", "Cyrl", "Hani", "Hang", "Hira", "Kana", "Zyyy", "Zinh"];
/** Sequences that need a hidden character (UTS 51 1.4, The Unicode Standard 23.2), and hidden characters elsewhere. */
const NEEDED_OR_HIDDEN = new RegExp(
  [
    String.raw`\p{RGI_Emoji_Tag_Sequence}`,
    String.raw`${EMOJI}(?:\u200d${EMOJI})*`,
    String.raw`[#*\d]\ufe0f\u20e3`,
    String.raw`[[\p{L}\p{M}]--[${UNJOINED.map((script) => `\\p{scx=${script}}`).join("")}]][\u200c\u200d]`,
    String.raw`\p{scx=Mong}[\u180b-\u180f]`,
    `(${HIDDEN})`,
  ].join("|"),
  "gv",
);

/** Writes each character of a text that models read and people do not see as its code point: `\u{202e}`. */
export function visibleText(text: string): string {
  if (!ANY_HIDDEN.test(text)) return text;
  return text.replace(
    NEEDED_OR_HIDDEN,
    (found, hidden?: string) => hidden === undefined ? found : `\\u{${hidden.codePointAt(0)?.toString(16)}}`,
  );
}

/** Characters that embed, override or isolate a direction (Unicode Standard Annex 9). */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/** Removes what would turn the words after a text, such as a name in a sentence, with it. */
export function withoutBidiControls(text: string): string {
  return text.replace(BIDI_CONTROLS, "");
}

/**
 * Folds a text for comparison: NFKC (Unicode Standard Annex 15), lower case, trimmed. Idempotent. The result may be
 * longer than the text (U+0130 folds to two code units), so offsets in it are not offsets in the text.
 */
export function foldText(text: string): string {
  // NFKC again, because lower-casing can decompose: the capital J with caron has no composed form, the small one has.
  return text.normalize("NFKC").toLowerCase().normalize("NFKC").trim();
}

/** Returns a predicate: true for a list of names that contains `called`, compared folded. */
export function nameMatcher(called: string): (names: readonly string[]) => boolean {
  const folded = foldText(called);
  return (names) => names.some((name) => foldText(name) === folded);
}
