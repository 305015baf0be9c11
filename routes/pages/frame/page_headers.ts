import type { PageLanguage } from "../words/page_language.ts";

/** Media type of pages. */
export const PAGE_TYPE = "text/html; charset=utf-8";

/** `Vary` of a page: its words, dates and numbers are the reader's. */
export const PAGE_VARY = "Accept, Accept-Encoding, Accept-Language";

/** What goes with a page beside its text. */
export interface PageOptions {
  /** Value of the `Link` field (RFC 8288). */
  readonly link?: string;
  /** Directives of the content security policy (CSP 3 6) that are added or take the place of the default's. */
  readonly directives?: Readonly<Record<string, string>>;
}

const DIRECTIVES: Readonly<Record<string, string>> = {
  "default-src": "'none'",
  "style-src": "'self'",
  "script-src": "'self'",
  "img-src": "'self'",
  // Tools that judge a page from inside it ask for robots.txt and llms.txt.
  "connect-src": "'self'",
  "form-action": "'self'",
  "base-uri": "'none'",
  "frame-ancestors": "'none'",
};

/**
 * The headers of a page: its own style, script and pictures, no inline script or style, no request to another host, no
 * frame around it, and no address of it told to others.
 *
 * @param language Of the page's own words (RFC 9110 8.5).
 */
export function pageHeaders(
  language: PageLanguage,
  { directives = {} }: PageOptions = {},
): readonly (readonly [string, string])[] {
  const policy = Object.entries({ ...DIRECTIVES, ...directives }).map(([name, value]) => `${name} ${value}`);
  return [
    ["content-language", language],
    ["content-security-policy", policy.join("; ")],
    ["referrer-policy", "no-referrer"],
    ["permissions-policy", "camera=(), geolocation=(), microphone=()"],
    ["cross-origin-opener-policy", "same-origin"],
  ];
}
