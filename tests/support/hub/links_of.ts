/** A link of a `Link` field (RFC 8288 3). */
export interface FieldLink {
  readonly rel: string;
  readonly url: string;
}

/**
 * Parses a `Link` field; a link with several relations becomes several links.
 *
 * @throws {Error} If it is not a list of links with relations.
 */
export function linksOf(field: string | null): readonly FieldLink[] {
  const links: FieldLink[] = [];
  let rest = (field ?? "").trim();
  while (rest !== "") {
    const found = /^<([^>]*)>((?:\s*;\s*[\w*]+\s*=\s*(?:"[^"]*"|[^\s",;]+))*)\s*(?:,\s*|$)/.exec(rest);
    const relations = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s",;]+))/i.exec(found?.[2] ?? "");
    if (found === null || relations === null) throw new Error(`${JSON.stringify(field)} is not a list of links.`);
    const [whole, url = ""] = found;
    for (const rel of (relations[1] ?? relations[2] ?? "").split(/\s+/)) links.push({ rel, url });
    rest = rest.slice(whole.length);
  }
  return links;
}
