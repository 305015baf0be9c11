import type { OpenAPIHono } from "@hono/zod-openapi";
import { type HTMLElement, parse } from "node-html-parser";

/** A piece of code of a page. */
interface PageCode {
  readonly name: string;
  readonly kind: string;
  /** The code as a reader copies it. */
  readonly text: string;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" };

/** All code of a page, in order, with character references resolved. */
export function codeOf(page: string): readonly PageCode[] {
  const blocks = page.matchAll(/<pre id="code-([^"]+)" data-kind="([^"]+)"><code>([^<]*)<\/code><\/pre>/g);
  return [...blocks].map(([, name = "", kind = "", text = ""]) => ({
    name,
    kind,
    text: text.replace(/&([^;]+);/g, (whole, entity: string) => ENTITIES[entity] ?? whole),
  }));
}

/** `Accept` of a browser that opens a page. */
export const BROWSER_ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

/** A page as received. */
export interface ReadPage {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly document: HTMLElement;
}

/** Opens a page as a browser does, redirects included. */
export async function readPage(
  app: OpenAPIHono,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<ReadPage> {
  const response = await app.request(path.split("#")[0] ?? "", { headers: { accept: BROWSER_ACCEPT, ...headers } });
  const location = response.headers.get("location");
  if (location !== null) {
    await response.body?.cancel();
    return await readPage(app, location, headers);
  }
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, document: parse(text) };
}

/** The text of the elements that a selector finds, with single spaces. */
export function textsOf(root: HTMLElement, selector: string): readonly string[] {
  return root.querySelectorAll(selector).map((element) => element.textContent.replace(/\s+/g, " ").trim());
}

/** The addresses of the links that a selector finds. */
export function linksOf(root: HTMLElement, selector = "a[href]"): readonly string[] {
  return root.querySelectorAll(selector).map((element) => element.getAttribute("href") ?? "");
}

/** The ids of the reviews in the list of a page, in its order. */
export function shownReviews(root: HTMLElement): readonly string[] {
  return linksOf(root, ".reviews h3 a").map((link) => link.replace(/.*\/reviews\//, ""));
}
