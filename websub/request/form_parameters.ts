/**
 * Reads the known parameters of an `application/x-www-form-urlencoded` body (URL Standard 5.1), each
 * decoded once. Unknown ones are left out, whatever their values (WebSub 5.1). The standard's own
 * parser takes a broken escape such as `%FF` for other characters, and so would call another callback
 * than the subscriber's.
 *
 * @returns The values of each parameter, in their order; null for one that is not percent-encoded UTF-8.
 */
export function formParameters(
  body: string,
  known: ReadonlySet<string>,
): ReadonlyMap<string, readonly (string | null)[]> {
  const found = new Map<string, readonly (string | null)[]>();
  for (const pair of body.split("&")) {
    const at = pair.indexOf("=");
    const name = decoded(at === -1 ? pair : pair.slice(0, at));
    if (name === null || !known.has(name)) continue;
    found.set(name, [...found.get(name) ?? [], decoded(at === -1 ? "" : pair.slice(at + 1))]);
  }
  return found;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return null;
  }
}
