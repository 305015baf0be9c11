import { html, raw } from "hono/html";
import { scriptText, type StructuredData } from "../../../domain/documents/structured_data.ts";

/**
 * Template tag of all pages. It escapes every value; reviews, business and roster reach a page in no other way. Not
 * named `html`, because formatters add white space to such templates, and white space is text there.
 */
export const markup = html;

/** HTML made by {@linkcode markup}. */
export type Markup = ReturnType<typeof html>;

/** Markup of nothing. */
export const NOTHING: Markup = markup``;

/** A JSON-LD data block (JSON-LD 1.1 7). It is not a script, so the content security policy allows it. */
export function jsonLd(data: StructuredData): Markup {
  return markup`<script type="application/ld+json">${raw(scriptText(data))}</script>`;
}

/** Leads programs to the same content as JSON; belongs into a head. */
export function jsonAlternate(path: string): Markup {
  return markup`<link rel="alternate" type="application/json" href="${path}">\n`;
}

/**
 * Code with a copy button, if scripts run.
 *
 * @param name Identifies it on the page.
 * @param kind Kind of code for programs that read the page: `sh` for commands that run unchanged.
 */
export function codeBlock(name: string, code: string, kind = "text"): Markup {
  return markup`<div class="code"><pre id="code-${name}" data-kind="${kind}"><code>${code}</code></pre><button type="button" data-copy="code-${name}" aria-label="Copy the code" hidden>Copy</button></div>`;
}
