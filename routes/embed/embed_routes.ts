import type { OpenAPIHono } from "@hono/zod-openapi";
import { problemResponse } from "../answer/problem_response.ts";
import { respond } from "../answer/respond.ts";
import { respondPreparedPage } from "../pages/frame/respond_page.ts";
import type { Services } from "../services.ts";
import { embedFrame, THEMES, VIEWS } from "./embed_frame.ts";
import { embedPage } from "./embed_page.ts";
import { type Widgets, widgetsIn } from "./embed_script.ts";

/** The page shows the widgets themselves: they ask this host, and one stands in a frame. */
const PAGE = { directives: { "connect-src": "'self'", "frame-src": "'self'" } };
/** The only pages that other sites may frame. */
const FRAME = { directives: { "frame-ancestors": "*", "script-src": "'none'", "form-action": "'none'" } };

/**
 * Registers what a business puts on its own site: GET `/embed.js`, the frames `/embed/badge`, `/embed/carousel` and
 * `/embed/list` with their stylesheet, and `/embed`, the page that shows them with their code.
 */
export function registerEmbed(app: OpenAPIHono, services: Services): void {
  app.get("/embed", ({ req }) => respondPreparedPage(req.raw, services, "/embed", embedPage, PAGE));
  const widgets = (): Widgets => widgetsIn(services.snapshot()?.pages.color ?? null);
  app.get("/embed.js", ({ req }) => respond(req.raw, widgets().script));
  app.get("/embed/widget.css", ({ req }) => respond(req.raw, widgets().style));
  for (const view of VIEWS) {
    app.get(`/embed/${view}`, ({ req }) => {
      const named = req.query("theme") ?? "auto";
      const theme = THEMES.find((theme) => theme === named);
      if (theme === undefined) return problemResponse(400, `theme is one of ${THEMES.join(", ")}.`);
      const key = `/embed/${view} ${theme}`;
      return respondPreparedPage(req.raw, services, key, (context) => embedFrame(context, view, theme), FRAME);
    });
  }
}
