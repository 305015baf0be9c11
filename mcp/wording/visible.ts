// Control characters, and characters that models read but people do not see: bidirectional marks, zero-width spaces,
// and the "tag" letters in which instructions have been hidden. Joiners stay, because emoji and Persian need them; so do
// tabs and line breaks.
const HIDDEN = String
  .raw`\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}`;
const ANY_HIDDEN = new RegExp(`[${HIDDEN}]`, "u");
const EACH_HIDDEN = new RegExp(`[${HIDDEN}]`, "gu");

/** A text in which each invisible character is written as its code point: `\u{202e}`. */
export function visibleText(text: string): string {
  if (!ANY_HIDDEN.test(text)) return text;
  return text.replace(EACH_HIDDEN, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** A value of JSON with {@linkcode visibleText} for every text in it; the value itself where nothing is invisible. */
export function visible<Value>(value: Value): Value {
  return visibleValue(value) as Value;
}

function visibleValue(value: unknown): unknown {
  if (typeof value === "string") return visibleText(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const elements = value.map(visibleValue);
    return elements.some((element, at) => element !== value[at]) ? elements : value;
  }
  const members = Object.entries(value).map(([name, member]) => [name, member, visibleValue(member)] as const);
  return members.some(([, member, shown]) => member !== shown)
    ? Object.fromEntries(members.map(([name, , shown]) => [name, shown]))
    : value;
}
