import { html, raw } from "hono/html";
import { createHash } from "node:crypto";
import { encodedBody, type Representation } from "../../domain/documents/representation.ts";
import { FEED_LINKS } from "../../openapi/feed_links.ts";

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

/** Content security policy of pages: no scripts, no requests, only the page's own style. */
const HEADERS = [
  [
    "content-security-policy",
    `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  ],
  ["referrer-policy", "no-referrer"],
] as const;

/**
 * Creates an HTML page.
 *
 * @param body HTML; values inserted with the `html` template are escaped.
 * @param lastModified Milliseconds since 1970.
 * @param vary Value of the `Vary` field if it is not the default.
 */
export async function page(
  title: string,
  body: ReturnType<typeof html>,
  lastModified: number,
  vary = "Accept-Encoding",
): Promise<Representation> {
  const text = await html`
    <!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>${title}</title>
        ${raw(FEED_LINKS)}
        <style>${raw(STYLE)}</style>
      </head>
      <body>
    ${body}
      </body>
    </html>
  `;
  return {
    contentType: "text/html; charset=utf-8",
    // Uncompressed: created per request, and only a packet or two long.
    bodies: { identity: encodedBody(new TextEncoder().encode(String(text))) },
    lastModified,
    link: null,
    vary,
    headers: HEADERS,
  };
}
