import type { OpenAPIHono } from "@hono/zod-openapi";
import { publicHeaders } from "../answer/public_headers.ts";

/** Registers GET `/`, which redirects to the API reference until there is a home page. */
export function registerHome(app: OpenAPIHono): void {
  app.get(
    "/",
    () =>
      new Response(null, {
        status: 302,
        headers: [...publicHeaders(), ["location", "/docs"], ["cache-control", "no-store"]],
      }),
  );
}
