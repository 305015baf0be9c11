import { Scalar } from "@scalar/hono-api-reference";
import { Hono } from "hono";
import { createHash } from "node:crypto";
import { encodeBodies, type Representation } from "../domain/documents/representation.ts";
import { SCALAR_PATH } from "./scalar_bundle.ts";

// Lets feed readers find the feeds (HTML 4.8.6 "alternate", JSON Feed 1.1 "Discovery").
const FEED_LINKS = '<link rel="alternate" type="application/atom+xml" title="Reviews (Atom)" href="/feed.xml">\n' +
  '<link rel="alternate" type="application/feed+json" title="Reviews (JSON Feed)" href="/api/feed.json">';

const NO_SCRIPT = `<noscript>
<h1>API reference</h1>
<p>This page needs JavaScript. The description itself is <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1); the
reviews are in <a href="/reviews.json">reviews.json</a>, <a href="/insights.json">insights.json</a>,
<a href="/feed.xml">feed.xml</a> (Atom) and <a href="/api/feed.json">feed.json</a> (JSON Feed).</p>
</noscript>`;

/**
 * Adds what the library's template lacks: language, feeds, and a text for clients without scripts.
 *
 * @throws {Error} If the template has changed.
 */
function completed(template: string): string {
  const additions = [
    ["<html>", '<html lang="en">'],
    ["</head>", `${FEED_LINKS}\n</head>`],
    ['<div id="app"></div>', `<div id="app"></div>\n${NO_SCRIPT}`],
  ] as const;
  return additions.reduce((html, [place, addition]) => {
    if (!html.includes(place)) throw new Error(`The template of the reference page has no ${place}.`);
    return html.replace(place, () => addition);
  }, template);
}

/**
 * Renders the reference page once, with a content security policy for exactly its scripts. The inline script is allowed
 * by hash and not by nonce, so that the page is the same for everybody and cacheable.
 *
 * Fonts, telemetry, proxy and the vendor's extras are off: by default the page loaded fourteen font files from another
 * host.
 *
 * @param title Title of the page.
 */
export async function scalarPage(title: string): Promise<Representation> {
  const page = Scalar({
    url: "/openapi.json",
    cdn: SCALAR_PATH,
    bundle: false,
    pageTitle: title,
    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    showDeveloperTools: "never",
    hideClientButton: true,
    proxyUrl: "",
    favicon: "data:,",
    defaultOpenAllTags: true,
  });
  const html = completed(await (await new Hono().get("/docs", page).request("/docs")).text());
  const hashes = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)]
    .map(([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`);
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(" ")}`,
    // The script writes style elements, which have no fixed hash.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  return {
    contentType: "text/html; charset=utf-8",
    bodies: encodeBodies(new TextEncoder().encode(html)),
    lastModified: null,
    link: null,
    headers: [["content-security-policy", policy], ["referrer-policy", "no-referrer"]],
  };
}
