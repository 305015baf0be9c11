import type { OpenAPIHono } from "@hono/zod-openapi";
import { publicHeaders } from "../answer/public_headers.ts";
import { apiLinks } from "../discovery/api_links.ts";
import { isPageWanted } from "../request/prefers_type.ts";
import type { Services } from "../services.ts";
import { withPageSnapshot } from "./frame/error_page.ts";
import { basePath } from "./frame/page_context.ts";
import { respondPreparedPage } from "./frame/respond_page.ts";
import { homePage } from "./home/home_page.ts";
import { readPageQuery } from "./search/page_filters.ts";
import { respondSearch } from "./search/search_page.ts";

/**
 * Registers GET `/`: the page of the business for people, and with filters in its query the reviews that match. Clients
 * that do not want HTML are sent to the API reference.
 */
export function registerHome(app: OpenAPIHono, services: Services): void {
  app.get("/", ({ req: { raw } }) => {
    if (!isPageWanted(raw.headers.get("accept"))) return redirect("/docs");
    const at = raw.url.indexOf("?");
    const query = at === -1 ? { kind: "none" } as const : readPageQuery(raw.url.slice(at + 1));
    switch (query.kind) {
      case "none":
        return respondPreparedPage(raw, services, "/", homePage, { link: apiLinks(services.site) });
      case "untidy":
        return redirect(query.query === "" ? "/#reviews" : `/?${query.query}#reviews`);
      default:
        return withPageSnapshot(raw, services, (snapshot) => respondSearch(raw, services, snapshot, query));
    }
  });

  function redirect(path: string): Response {
    const location = basePath(services.site) + path;
    return new Response(null, {
      status: 302,
      headers: [...publicHeaders(), ["location", location], ["cache-control", "no-store"], ["vary", "Accept"]],
    });
  }
}
