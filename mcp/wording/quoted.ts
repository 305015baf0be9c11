// Control characters, and characters that models read but people do not see: bidirectional marks, zero-width spaces,
// and the "tag" letters in which instructions have been hidden. Joiners stay, because emoji and Persian need them.
const HIDDEN =
  /[\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/**
 * Quotes user text on one line: quotation marks, line breaks and invisible characters are escaped, so that a text can
 * neither end its quotation nor look like anything else.
 *
 * @param most Maximum number of characters; if the text is longer, the number of omitted ones follows the quotation.
 */
export function quoted(text: string, most = Infinity): string {
  const shown = cutText(text, most);
  const quotation = JSON.stringify(shown).replace(
    HIDDEN,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
  return shown.length === text.length ? quotation : `${quotation} [cut: ${text.length - shown.length} more characters]`;
}

/** The first `most` UTF-16 code units of a text, without splitting a surrogate pair. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, "");
}
