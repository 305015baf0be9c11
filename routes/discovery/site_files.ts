import type { OpenAPIHono } from "@hono/zod-openapi";
import { LLMS_TEXT_TYPE } from "../../domain/documents/llms_text.ts";
import { encodeBodies, type Representation } from "../../domain/documents/representation.ts";
import { llmsTextOf } from "../../domain/queries/llms_text_of.ts";
import { preparedOnce } from "../answer/prepared_once.ts";
import { respond } from "../answer/respond.ts";
import { withSnapshot } from "../answer/with_snapshot.ts";
import type { Services } from "../services.ts";
import { robotsText } from "./robots.ts";

/** Registers GET `/robots.txt` and `/llms.txt`. */
export function registerSiteFiles(app: OpenAPIHono, services: Services): void {
  const robots = textOf(robotsText(services.site), "text/plain; charset=utf-8", null);
  app.get("/robots.txt", ({ req }) => respond(req.raw, robots));
  const llms = preparedOnce((snapshot) =>
    Promise.resolve(
      textOf(llmsTextOf(snapshot, services.site), `${LLMS_TEXT_TYPE}; charset=utf-8`, snapshot.lastModified),
    )
  );
  app.get(
    "/llms.txt",
    ({ req }) => withSnapshot(services, async (snapshot) => respond(req.raw, await llms(snapshot, ""))),
  );
}

function textOf(text: string, contentType: string, lastModified: number | null): Representation {
  return { contentType, bodies: encodeBodies(new TextEncoder().encode(text)), lastModified, link: null };
}
