import type { OpenAPIHono } from "@hono/zod-openapi";
import { createHash } from "node:crypto";
import type { EncodedBodies, Representation } from "../../domain/documents/representation.ts";
import type { DocumentPath } from "../../domain/snapshot/snapshot.ts";
import { describeDocument, type DocumentRoute } from "../../openapi/document_route.ts";
import { prefersType } from "../request/prefers_type.ts";
import type { Services } from "../services.ts";
import { respond } from "./respond.ts";
import { withSnapshot } from "./with_snapshot.ts";

/** Registers GET of a document of the snapshot: 200, 304, or 503 while no dataset is loaded. */
export function registerDocument(app: OpenAPIHono, services: Services, route: DocumentRoute<DocumentPath>): void {
  const { path, mediaType, otherTypes = [] } = route;
  describeDocument(app, route);
  app.get(path, ({ req }) =>
    withSnapshot(services, ({ documents }) => {
      const document = documents[path];
      if (otherTypes.length === 0) return respond(req.raw, document);
      const accept = req.raw.headers.get("accept");
      const type = otherTypes.find((other) => prefersType(accept, other, mediaType)) ?? mediaType;
      return respond(req.raw, inMediaType(document, type));
    }));
}

const variants = new WeakMap<Representation, Map<string, Representation>>();

/**
 * A document that has several media types, in one of them. The bytes are the same; the entity tags of other types than
 * the document's own differ, as they are other representations of one resource (RFC 9110 8.8.3).
 */
function inMediaType(document: Representation, contentType: string): Representation {
  const known = variants.get(document) ?? new Map<string, Representation>();
  variants.set(document, known);
  const variant = known.get(contentType) ?? {
    ...document,
    contentType,
    bodies: contentType === document.contentType ? document.bodies : retagged(document.bodies, contentType),
    vary: "Accept, Accept-Encoding",
  };
  known.set(contentType, variant);
  return variant;
}

function retagged(bodies: EncodedBodies, contentType: string): EncodedBodies {
  const mark = createHash("sha256").update(contentType).digest("base64url").slice(0, 6);
  const entries = Object.entries(bodies).map(([coding, body]) => [
    coding,
    body && { ...body, entityTag: `${body.entityTag.slice(0, -1)}-${mark}"` },
  ]);
  return Object.fromEntries(entries);
}
