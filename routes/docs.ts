import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Representation } from "../domain/documents/representation.ts";
import { SERVICE } from "../domain/service.ts";
import { SCALAR_PATH, scalarScript } from "../openapi/scalar_bundle.ts";
import { scalarPage } from "../openapi/scalar_page.ts";
import { respond } from "./answer/respond.ts";

/** Registers GET `/docs`, the API reference for people, and its script. Both are prepared at the first request. */
export function registerDocs(app: OpenAPIHono): void {
  let page: Promise<Representation> | undefined;
  let script: Promise<Representation> | undefined;
  app.get("/docs", async ({ req }) => respond(req.raw, await (page ??= scalarPage(SERVICE.title))));
  app.get(SCALAR_PATH, async ({ req }) => respond(req.raw, await (script ??= scalarScript())));
}
