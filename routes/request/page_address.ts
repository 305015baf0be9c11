/** Languages of the pages (BCP 47 subtags), the default first. */
export const PAGE_LANGUAGES = ["en", "de", "es", "fr"] as const;

/** A language of the pages. */
export type PageLanguage = typeof PAGE_LANGUAGES[number];

// Pages exist in every language. Other paths are data, which has one form.
const PAGES = ["", "summary", "policy", "developers", "review-card", "embed"];
const PAGES_OF_ONE = ["reviews", "technicians", "services"];
/** Matches the path of a page. Files below `/embed/`, such as `/embed/configure.js`, do not match. */
const PAGE = new RegExp(`^/(?:(?:${PAGES.join("|")})(?:$|[?#])|(?:${PAGES_OF_ONE.join("|")})/|embed/(?!\\w+\\.))`);
const IN_LANGUAGE = new RegExp(`^/(${PAGE_LANGUAGES.join("|")})(?:(/.*)|$)`);

/** Language that an address names (`/de/summary`); null if it names none. */
export function languageOf(path: string): PageLanguage | null {
  const [, language] = IN_LANGUAGE.exec(path) ?? [];
  return PAGE_LANGUAGES.find((one) => one === language) ?? null;
}

/** Path of the route for a path: of `/de/summary`, `/summary`. */
export function routePath(path: string): string {
  const [, , page = "/"] = IN_LANGUAGE.exec(path) ?? [];
  return languageOf(path) !== null && PAGE.test(page) ? page : path;
}

/** Address of a page in a language; unchanged for null and for paths of data. May have a query and a fragment. */
export function inLanguage(path: string, language: PageLanguage | null): string {
  return language !== null && PAGE.test(path) ? `/${language}${path}` : path;
}
