/**
 * Replaces control characters, invisible ones and lone surrogates by JSON escapes, so that no text can control the
 * terminal that shows it. Line feeds stay.
 */
export function escapedControls(text: string): string {
  return text.replace(/(?!\n)\p{C}/gu, escaped);
}

function escaped(character: string): string {
  return character.split("").map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
}
