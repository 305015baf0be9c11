// Controls, and characters that are not seen but read: marks that turn the direction of writing, blanks of no width, and the
// "tag" letters in which instructions have been hidden. Joiners stay: emoji and Persian need them.
const HIDDEN =
  /[\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/**
 * Quotes what somebody wrote, on one line: quotation marks, line breaks and characters that cannot be
 * seen are escaped, so that a text can neither end its quotation nor look like anything else.
 *
 * @param most How many characters are shown; of a longer text, the quotation is followed by how many are left out.
 */
export function quoted(text: string, most = Infinity): string {
  const shown = cutText(text, most);
  const quotation = JSON.stringify(shown).replace(
    HIDDEN,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
  return shown.length === text.length ? quotation : `${quotation} [cut: ${text.length - shown.length} more characters]`;
}

/** The first so many characters (UTF-16 code units) of a text; one that stands in two units is not cut in half. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, "");
}
