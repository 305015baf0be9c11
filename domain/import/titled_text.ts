/**
 * Joins a title and a text by a line break. A title that only repeats how the text begins is left
 * out: platforms make such titles for reviews that were written without one, and end them with "…".
 */
export function titledText(title: string | null, text: string | null): string | null {
  if (title === null || text === null) return title ?? text;
  const start = title.replace(/\s*(?:…|\.{3})$/, "");
  return text.startsWith(start) ? text : `${title}\n${text}`;
}
