import type { PageLanguage } from "../../request/page_address.ts";

/** Media type of pages. */
export const PAGE_TYPE = "text/html; charset=utf-8";

/** `Vary` of a page, whose texts, dates and numbers depend on the reader unless its address names a language. */
export function pageVary(chosen: PageLanguage | null): string {
  return chosen === null ? "Accept, Accept-Encoding, Accept-Language" : "Accept, Accept-Encoding";
}

/** Header options of a page. */
export interface PageOptions {
  /** Directives of the content security policy (CSP 3 6) that extend or replace the default's. */
  readonly directives?: Readonly<Record<string, string>> | undefined;
  /** Other hosts from which pictures are loaded; none by default. */
  readonly photoHosts?: readonly string[];
}

const DIRECTIVES: Readonly<Record<string, string>> = {
  "default-src": "'none'",
  "style-src": "'self'",
  "script-src": "'self'",
  "img-src": "",
  // Audit tools fetch robots.txt and llms.txt from inside the page.
  "connect-src": "'self'",
  "form-action": "'self'",
  "base-uri": "'none'",
  "frame-ancestors": "'none'",
};

/**
 * Headers of a page: own styles, scripts and pictures only, but photos of the hosts that the operator names. Nothing inline, no
 * framing, no referrer.
 *
 * @param language Language of the page's texts (RFC 9110 8.5).
 */
export function pageHeaders(
  language: PageLanguage,
  { directives = {}, photoHosts = [] }: PageOptions = {},
): readonly (readonly [string, string])[] {
  const pictures = ["'self'", ...photoHosts.map((host) => `https://${host}`)].join(" ");
  const policy = Object.entries({ ...DIRECTIVES, "img-src": pictures, ...directives }).map(([name, value]) =>
    `${name} ${value}`
  );
  return [
    ["content-language", language],
    ["content-security-policy", policy.join("; ")],
    ["referrer-policy", "no-referrer"],
    ["permissions-policy", "camera=(), geolocation=(), microphone=()"],
    ["cross-origin-opener-policy", "same-origin"],
  ];
}
