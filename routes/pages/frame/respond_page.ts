import { encodeBodies, entityTag, type Representation } from "../../../domain/documents/representation.ts";
import type { Snapshot } from "../../../domain/snapshot/snapshot.ts";
import { respond } from "../../answer/respond.ts";
import { respondMade } from "../../answer/respond_json.ts";
import type { Services } from "../../services.ts";
import { withPageSnapshot } from "./error_page.ts";
import type { Markup } from "./markup.ts";
import { pageLanguage, readerLocale } from "../language/page_language.ts";
import { type DataContext, pageContext } from "./page_context.ts";
import { PAGE_TYPE, PAGE_VARY, pageHeaders, type PageOptions } from "./page_headers.ts";

interface PreparedPageOptions {
  /** Value of the `Link` field (RFC 8288). */
  readonly link?: string;
  readonly directives?: PageOptions["directives"];
  /** Whether the page shows photos of reviewers. */
  readonly hasPhotos?: boolean;
}

// About 100 KB each in all codings.
const MOST_KEPT = 64;
const kept = new WeakMap<Snapshot, Map<string, Representation>>();

/**
 * Answers with a page that depends only on the published data and the reader's locale. It is rendered and compressed at
 * the first request, and cached as long as the snapshot is current.
 *
 * @param key Identifies the page among others: its path.
 */
export function respondPreparedPage(
  request: Request,
  services: Services,
  key: string,
  make: (context: DataContext) => Markup,
  options: PreparedPageOptions = {},
): Response | Promise<Response> {
  return withPageSnapshot(request, services, (snapshot) => {
    const pages = pagesOf(snapshot);
    const place = `${readerLocale(request.headers.get("accept-language"))} ${key}`;
    const known = pages.get(place);
    if (known !== undefined) return respond(request, known);
    return (async () => {
      const context = pageContext(request, services.site, snapshot);
      const text = String(await make(context));
      const page = pageRepresentation(text, context, options);
      if (pages.size >= MOST_KEPT) pages.clear();
      pages.set(place, page);
      return respond(request, page);
    })();
  });
}

/**
 * Answers with a page that is rendered for one request, such as a search or a review; there are too many to cache. Its
 * entity tag is that of its bytes.
 */
export async function respondMadePage(
  request: Request,
  { pages }: Snapshot,
  page: Markup,
  directives?: PageOptions["directives"],
): Promise<Response> {
  const text = String(await page);
  return respondMade(request, {
    pieces: [text],
    entityTag: entityTag(text),
    // A new program version changes the page too, but not the time of the data.
    lastModified: null,
    vary: PAGE_VARY,
    contentType: PAGE_TYPE,
    headers: pageHeaders(pageLanguage(readerLocale(request.headers.get("accept-language"))), {
      directives,
      photoHosts: pages.photoHosts,
    }),
  });
}

function pagesOf(snapshot: Snapshot): Map<string, Representation> {
  let pages = kept.get(snapshot);
  if (pages === undefined) kept.set(snapshot, pages = new Map());
  return pages;
}

function pageRepresentation(
  text: string,
  { formats, snapshot }: DataContext,
  { link, directives, hasPhotos = false }: PreparedPageOptions,
): Representation {
  return {
    contentType: PAGE_TYPE,
    bodies: encodeBodies(new TextEncoder().encode(text)),
    lastModified: null,
    link: link ?? null,
    vary: PAGE_VARY,
    headers: pageHeaders(formats.language, { directives, photoHosts: hasPhotos ? snapshot.pages.photoHosts : [] }),
  };
}
