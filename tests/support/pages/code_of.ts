/** A piece of code of a page. */
export interface PageCode {
  readonly name: string;
  readonly kind: string;
  /** As a reader copies it. */
  readonly text: string;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" };

/** All code of a page, in order, with the references to characters resolved. */
export function codeOf(page: string): readonly PageCode[] {
  const blocks = page.matchAll(/<pre id="code-([^"]+)" data-kind="([^"]+)"><code>([^<]*)<\/code><\/pre>/g);
  return [...blocks].map(([, name = "", kind = "", text = ""]) => ({
    name,
    kind,
    text: text.replace(/&([^;]+);/g, (whole, entity: string) => ENTITIES[entity] ?? whole),
  }));
}
