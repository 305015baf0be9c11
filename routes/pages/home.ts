import type { OpenAPIHono } from "@hono/zod-openapi";
import { publicHeaders } from "../answer/public_headers.ts";

/** Registers GET `/`: until there is a home page, it leads to the reference. */
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
