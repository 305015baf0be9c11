/**
 * Replaces control characters, invisible ones and lone surrogates by JSON escapes, so that no text can control the
 * terminal that shows it. Line feeds stay.
 */
export function escapedControls(text: string): string {
  return text.replace(/(?!\n)\p{C}/gu, escaped);
}

/** The same for a name in a sentence, such as that of a file: line feeds are escaped as well. */
export function shownName(name: string): string {
  return escapedControls(name).replaceAll("\n", "\\n");
}

function escaped(character: string): string {
  return character.split("").map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
}
