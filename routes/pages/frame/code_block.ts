import { type Markup, markup } from "./markup.ts";

/**
 * Code with a button that copies it, where there are scripts.
 *
 * @param name Identifies it on the page.
 */
export function codeBlock(name: string, code: string): Markup {
  return markup`<div class="code"><pre tabindex="0" id="code-${name}"><code>${code}</code></pre><button type="button" data-copy="code-${name}" hidden>Copy</button></div>`;
}
