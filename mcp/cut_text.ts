/** The first so many characters (UTF-16 code units) of a text; one that stands in two units is not cut in half. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, "");
}
