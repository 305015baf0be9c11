import type { OpenAPIHono } from "@hono/zod-openapi";
import { apiLinks } from "../discovery/api_links.ts";
import { respondPreparedPage } from "../pages/frame/respond_page.ts";
import type { Services } from "../services.ts";
import { developersPage } from "./developers_page.ts";

/** Registers GET `/developers`, the quick start for developers. */
export function registerDevelopers(app: OpenAPIHono, services: Services): void {
  app.get(
    "/developers",
    ({ req }) =>
      respondPreparedPage(req.raw, services, "/developers", developersPage, { link: apiLinks(services.site) }),
  );
}
