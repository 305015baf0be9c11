import type { PageLanguage } from "../language/page_language.ts";

/** Media type of pages. */
export const PAGE_TYPE = "text/html; charset=utf-8";

/** `Vary` of a page, whose texts, dates and numbers depend on the reader. */
export const PAGE_VARY = "Accept, Accept-Encoding, Accept-Language";

/** Header options of a page. */
export interface PageOptions {
  /** Value of the `Link` field (RFC 8288). */
  readonly link?: string;
  /** Directives of the content security policy (CSP 3 6) that extend or replace the default's. */
  readonly directives?: Readonly<Record<string, string>>;
}

const DIRECTIVES: Readonly<Record<string, string>> = {
  "default-src": "'none'",
  "style-src": "'self'",
  "script-src": "'self'",
  "img-src": "'self'",
  // Audit tools fetch robots.txt and llms.txt from inside the page.
  "connect-src": "'self'",
  "form-action": "'self'",
  "base-uri": "'none'",
  "frame-ancestors": "'none'",
};

/**
 * Headers of a page: own styles, scripts and pictures only, nothing inline, no requests to other hosts, no framing, no
 * referrer.
 *
 * @param language Language of the page's texts (RFC 9110 8.5).
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
