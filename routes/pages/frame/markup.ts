import { html, raw } from "hono/html";

/**
 * The template of which all pages are made. It escapes every value that is put in; reviews, business and roster reach a
 * page in no other way. Under a name of its own, because formatters add white space to templates named `html`, and
 * white space is text there.
 */
export const markup = html;

/** HTML made by {@linkcode markup}. */
export type Markup = ReturnType<typeof html>;

/** What a template holds where there is nothing to show. */
export const NOTHING: Markup = markup``;

/**
 * A data block of JSON-LD (JSON-LD 1.1 7): not a script, so the content security policy lets it stand in the page. No
 * value can end it, because `<` is written as an escape of JSON.
 */
export function jsonLd(data: object): Markup {
  return markup`<script type="application/ld+json">${raw(JSON.stringify(data).replaceAll("<", "\\u003c"))}</script>`;
}
