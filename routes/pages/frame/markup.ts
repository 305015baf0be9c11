import { html, raw } from "hono/html";
import { scriptText, type StructuredData } from "../../../domain/documents/structured_data.ts";

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
 * A data block of JSON-LD (JSON-LD 1.1 7): not a script, so the content security policy lets it stand in the page.
 */
export function jsonLd(data: StructuredData): Markup {
  return markup`<script type="application/ld+json">${raw(scriptText(data))}</script>`;
}
