import { Scalar } from "@scalar/hono-api-reference";
import { Hono } from "hono";
import { createHash } from "node:crypto";
import { type Representation, textRepresentation } from "../domain/documents/representation.ts";
import { withoutBidiControls } from "../domain/normalize_text.ts";
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

// Before the description is there, the library draws cards and an empty place, which would move (Layout Instability).
// Its own colours have contrasts of 3 to 4, and some of its buttons are 22 pixels high (WCAG 2.2, 1.4.3, 2.5.8).
const STYLE = `:root{--scalar-custom-header-height:44px}
body{margin:0}
noscript{display:block;max-width:40rem;padding:8px 24px;font:16px/1.5 system-ui,sans-serif}
.section-content:has(.introduction-loading)~.introduction-card{display:none}
.section-container+div:empty{height:0!important}
.home{position:sticky;top:0;z-index:10;box-sizing:border-box;height:44px;padding:10px 24px;background:var(--scalar-background-1);border-bottom:1px solid var(--scalar-border-color);font:15px/24px system-ui,sans-serif}
.home a{color:var(--scalar-color-1)}
.light-mode{--scalar-color-2:#454545;--scalar-color-3:#5c5c5c;--scalar-sidebar-color-2:#454545;--scalar-sidebar-search-color:#5c5c5c;--scalar-color-blue:#00559c;--scalar-color-accent:#00559c;--scalar-color-green:#0b6130;--scalar-color-red:#a3231b;--scalar-color-orange:#7d4400;--scalar-color-yellow:#665000;--scalar-color-purple:#5f3a94}
.dark-mode{--scalar-color-2:#c4c4c0;--scalar-color-3:#b0b0aa;--scalar-sidebar-color-2:#c4c4c0;--scalar-sidebar-search-color:#b0b0aa;--scalar-color-blue:#9db4ff;--scalar-color-accent:#9db4ff;--scalar-color-green:#6fd59a;--scalar-color-red:#ff9c92;--scalar-color-orange:#f0b070;--scalar-color-yellow:#e6cf6a;--scalar-color-purple:#c9a8f5}
button[aria-expanded],.scalar-icon-button{min-width:24px;min-height:24px}
.sidebar-search-placeholder,.sidebar-search-shortcut,.sidebar-heading-type{opacity:1!important}`;

const DESCRIPTION = '<meta name="description" content="Every path of the API of these reviews, with its answers.">';

/**
 * Adds what the library's template lacks: language, description, feeds, a link home, and a text for clients without scripts.
 *
 * @throws {Error} If the template has changed.
 */
function completed(template: string, home: string): string {
  const additions = [
    ["<html>", '<html lang="en">'],
    ["</head>", `${DESCRIPTION}\n${FEED_LINKS}\n<style>${STYLE}</style>\n</head>`],
    [
      '<div id="app"></div>',
      `<header class="home"><a href="/">${escaped(home)}</a></header>\n<div id="app"></div>\n${NO_SCRIPT}`,
    ],
  ] as const;
  return additions.reduce((html, [place, addition]) => {
    if (!html.includes(place)) throw new Error(`The template of the reference page has no ${place}.`);
    return html.replace(place, () => addition);
  }, template);
}

function escaped(text: string): string {
  return withoutBidiControls(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/**
 * Renders the reference page once, with a content security policy for exactly its scripts. The inline script is allowed
 * by hash and not by nonce, so that the page is the same for everybody and cacheable.
 *
 * Fonts, telemetry, proxy and the vendor's extras are off: by default the page loaded fourteen font files from another
 * host.
 *
 * @param title Title of the page.
 * @param home Text of the link home.
 */
export async function scalarPage(title: string, home: string): Promise<Representation> {
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
    // Closed groups in one column: with all of them open, a phone had a page of 78,709 pixels.
    layout: "classic",
    defaultOpenAllTags: false,
  });
  const html = completed(await (await new Hono().get("/docs", page).request("/docs")).text(), home);
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
  return textRepresentation("text/html; charset=utf-8", html, {
    headers: [["content-security-policy", policy], ["referrer-policy", "no-referrer"]],
  });
}
