import type { OpenAPIHono } from "@hono/zod-openapi";
import { SCALAR_PATH, scalarScript } from "../openapi/scalar_bundle.ts";
import { scalarPage } from "../openapi/scalar_page.ts";
import { CACHE_CONTROL } from "./answer/public_headers.ts";
import { respond } from "./answer/respond.ts";

/** Registers GET `/docs`, the reference for people, and the script it runs. Both are made at the first request. */
export function registerDocs(app: OpenAPIHono): void {
  let page: ReturnType<typeof scalarPage> | undefined;
  let script: ReturnType<typeof scalarScript> | undefined;
  app.get("/docs", async ({ req }) => {
    const { representation, contentSecurityPolicy } = await (page ??= scalarPage("Public Reviews Service"));
    return respond(req.raw, representation, CACHE_CONTROL, [
      ["content-security-policy", contentSecurityPolicy],
      ["referrer-policy", "no-referrer"],
    ]);
  });
  app.get(SCALAR_PATH, async ({ req }) => {
    return respond(
      req.raw,
      await (script ??= scalarScript()),
      "public, max-age=31536000, immutable",
    );
  });
}
