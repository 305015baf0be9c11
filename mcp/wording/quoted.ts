import { visibleText } from "./visible.ts";

/**
 * Quotes user text on one line: quotation marks, line breaks and invisible characters are escaped, so that a text can
 * neither end its quotation nor look like anything else.
 *
 * @param most Maximum number of characters; if the text is longer, the number of omitted ones follows the quotation.
 */
export function quoted(text: string, most = Infinity): string {
  const shown = cutText(text, most);
  const quotation = visibleText(JSON.stringify(shown));
  return shown.length === text.length ? quotation : `${quotation} [cut: ${text.length - shown.length} more characters]`;
}

/** The first `most` UTF-16 code units of a text, without splitting a surrogate pair. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, "");
}
