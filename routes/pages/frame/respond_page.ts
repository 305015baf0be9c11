import { entityTag, textRepresentation } from "../../../domain/documents/representation.ts";
import { perSnapshot } from "../../../domain/snapshot/per_snapshot.ts";
import type { Snapshot } from "../../../domain/snapshot/snapshot.ts";
import { respond } from "../../answer/respond.ts";
import type { Services } from "../../services.ts";
import { pageHtml, pageLanguage, requestLanguage } from "../language/page_language.ts";
import { withPageSnapshot } from "./error_page.ts";
import type { Markup } from "./markup.ts";
import { contextIn, type DataContext } from "./page_context.ts";
import { PAGE_TYPE, pageHeaders, type PageOptions, pageVary } from "./page_headers.ts";

interface PreparedPageOptions {
  /** Value of the `Link` field (RFC 8288). */
  readonly link?: string;
  readonly directives?: PageOptions["directives"];
  /** Whether the page shows photos of reviewers. */
  readonly hasPhotos?: boolean;
}

/**
 * Returns a function that answers with a page that depends only on the published data and the reader's locale. The page
 * is rendered and compressed at the first request.
 */
export function preparedPage(
  services: Services,
  make: (context: DataContext) => Markup,
  { link, directives, hasPhotos = false }: PreparedPageOptions = {},
): (request: Request) => Response | Promise<Response> {
  const pages = perSnapshot(async (snapshot: Snapshot, key: string) => {
    const { chosen, locale } = JSON.parse(key) as ReturnType<typeof requestLanguage>;
    const photoHosts = hasPhotos ? snapshot.pages.photoHosts : [];
    const page = String(await make(contextIn(locale, services.site, snapshot, chosen)));
    return textRepresentation(PAGE_TYPE, pageHtml(page, chosen, locale), {
      link: link ?? null,
      vary: pageVary(chosen),
      headers: pageHeaders(pageLanguage(locale), { directives, photoHosts }),
    });
  });
  return (request) =>
    withPageSnapshot(
      request,
      services,
      async (snapshot) => respond(request, await pages(snapshot, JSON.stringify(requestLanguage(request)))),
    );
}

/**
 * Answers with a page that is rendered for one request, such as a search or a review; there are too many to cache. Its
 * entity tag is that of its bytes.
 */
export async function respondMadePage(
  request: Request,
  { pages: { photoHosts } }: Snapshot,
  page: Markup,
  directives?: PageOptions["directives"],
): Promise<Response> {
  const { chosen, locale } = requestLanguage(request);
  const text = pageHtml(String(await page), chosen, locale);
  return respond(request, {
    contentType: PAGE_TYPE,
    pieces: [text],
    entityTag: entityTag(text),
    // A new program version changes the page too, but not the time of the data.
    lastModified: null,
    link: null,
    vary: pageVary(chosen),
    headers: pageHeaders(pageLanguage(locale), { directives, photoHosts }),
  });
}
