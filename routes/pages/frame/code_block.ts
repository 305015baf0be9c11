import { type Markup, markup } from "./markup.ts";

/**
 * Code with a button that copies it, where there are scripts.
 *
 * @param name Identifies it on the page.
 * @param kind What it is, for whoever reads the page with a program: `sh` for commands that run as they stand.
 */
export function codeBlock(name: string, code: string, kind = "text"): Markup {
  return markup`<div class="code"><pre id="code-${name}" data-kind="${kind}"><code>${code}</code></pre><button type="button" data-copy="code-${name}" aria-label="Copy the code" hidden>Copy</button></div>`;
}
