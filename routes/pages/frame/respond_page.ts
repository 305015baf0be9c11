import { encodeBodies, type Representation } from "../../../domain/documents/representation.ts";
import type { Site } from "../../../domain/site.ts";
import type { Snapshot } from "../../../domain/snapshot/snapshot.ts";
import { respond } from "../../answer/respond.ts";
import { withSnapshot } from "../../answer/with_snapshot.ts";
import { apiLinks } from "../../discovery/api_links.ts";
import type { Services } from "../../services.ts";
import type { Markup } from "./markup.ts";
import { type DataContext, pageContext } from "./page_context.ts";
import { pageHeaders, type PagePermissions } from "./page_headers.ts";
import { readerLocale } from "./reader_locale.ts";

/** `Vary` of a page: its dates and numbers are the reader's. */
export const PAGE_VARY = "Accept, Accept-Encoding, Accept-Language";

// Some 100 KB each in all codings.
const MOST_KEPT = 64;
const kept = new WeakMap<Snapshot, Map<string, Representation>>();

/**
 * Answers with a page that depends on nothing but the published data and the reader's locale. It is made and compressed
 * in every coding at the first request, and kept as long as the snapshot is current.
 *
 * @param key What tells the page apart from others: its path.
 */
export function respondPreparedPage(
  request: Request,
  services: Services,
  key: string,
  make: (context: DataContext) => Markup | Promise<Markup>,
  permissions: PagePermissions = {},
): Response | Promise<Response> {
  return withSnapshot(services, (snapshot): Response | Promise<Response> => {
    const locale = readerLocale(request.headers.get("accept-language"));
    const pages = pagesOf(snapshot);
    const place = `${locale} ${key}`;
    const known = pages.get(place);
    if (known !== undefined) return respond(request, known);
    return (async () => {
      const text = String(await make(pageContext(services.site, snapshot, locale)));
      const page = pageRepresentation(text, services.site, permissions);
      if (pages.size >= MOST_KEPT) pages.clear();
      pages.set(place, page);
      return respond(request, page);
    })();
  });
}

function pagesOf(snapshot: Snapshot): Map<string, Representation> {
  let pages = kept.get(snapshot);
  if (pages === undefined) kept.set(snapshot, pages = new Map());
  return pages;
}

function pageRepresentation(text: string, site: Site, permissions: PagePermissions): Representation {
  return {
    contentType: "text/html; charset=utf-8",
    bodies: encodeBodies(new TextEncoder().encode(text)),
    // A page is also another one when the program is, of which a time of the data would not tell.
    lastModified: null,
    link: apiLinks(site),
    vary: PAGE_VARY,
    headers: pageHeaders(permissions),
  };
}
