/** A word of a shell command, in single quotes where it needs them; nothing in it means anything to the shell. */
export function word(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** JSON for an argument in single quotes: none in it, as an escape of JSON says the same. */
export function json(value: unknown): string {
  return `'${JSON.stringify(value).replaceAll("'", "\\u0027")}'`;
}

/** A query of parameters, percent-encoded so that no shell sees anything in it. */
export function query(parameters: Readonly<Record<string, string | number>>): string {
  const encoded = (text: string | number) =>
    encodeURIComponent(text).replace(
      /['()*!~]/g,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  return Object.entries(parameters).map(([name, value]) => `${name}=${encoded(value)}`).join("&");
}
