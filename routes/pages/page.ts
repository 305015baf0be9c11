import { html, raw } from "hono/html";
import { createHash } from "node:crypto";
import { encodedBody, type Representation } from "../../domain/documents/representation.ts";

const STYLE = `
:root { color-scheme: light dark; font: 1.05rem/1.6 system-ui, sans-serif; }
body { max-width: 42rem; margin: 3rem auto; padding: 0 1.25rem; }
h1 { font-size: 1.4rem; line-height: 1.3; margin: 0 0 .25rem; }
.text { white-space: pre-line; overflow-wrap: anywhere; }
.stars { color: #b45309; letter-spacing: .1em; }
.quiet { opacity: .7; }
blockquote { margin: 1.5rem 0; padding-left: 1rem; border-left: 3px solid; }
`;

const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

/** The policy of pages: nothing runs, nothing is fetched, and only the page's own style is used. */
const HEADERS = [
  [
    "content-security-policy",
    `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  ],
  ["referrer-policy", "no-referrer"],
] as const;

/**
 * Makes a page for people.
 *
 * @param body HTML; what is put into it with the `html` template is escaped.
 * @param lastModified Milliseconds since 1970.
 */
export async function page(
  title: string,
  body: ReturnType<typeof html>,
  lastModified: number,
): Promise<Representation> {
  const text = await html`
    <!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>${title}</title>
        <style>${raw(STYLE)}</style>
      </head>
      <body>
    ${body}
      </body>
    </html>
  `;
  return {
    contentType: "text/html; charset=utf-8",
    // Not compressed: it is made for one request, and smaller than a packet or two.
    bodies: { identity: encodedBody(new TextEncoder().encode(String(text))) },
    lastModified,
    link: null,
    headers: HEADERS,
  };
}
