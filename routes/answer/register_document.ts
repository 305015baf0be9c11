import type { OpenAPIHono } from "@hono/zod-openapi";
import type { DocumentPath } from "../../domain/snapshot/snapshot.ts";
import { describeDocument, type DocumentRoute } from "../../openapi/document_route.ts";
import type { Services } from "../services.ts";
import { respond } from "./respond.ts";
import { withSnapshot } from "./with_snapshot.ts";

/** Registers GET of a document of the snapshot: 200, 304, or 503 while no dataset is loaded. */
export function registerDocument(app: OpenAPIHono, services: Services, route: DocumentRoute<DocumentPath>): void {
  describeDocument(app, route);
  app.get(route.path, ({ req }) => withSnapshot(services, ({ documents }) => respond(req.raw, documents[route.path])));
}
