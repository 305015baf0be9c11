import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { encodeBodies, type Representation } from "../domain/documents/representation.ts";
import openapi from "../openapi.json" with { type: "json" };
import { serverDocument } from "../openapi/document.ts";
import { describeDocument } from "../openapi/document_route.ts";
import { respond } from "./answer/respond.ts";
import type { Services } from "./services.ts";

const ApiDescription = z.looseObject({
  openapi: z.enum(["3.1.0"]),
  info: z.looseObject({
    title: z.string().max(200),
    version: z.string().max(20),
  }),
  paths: z.looseObject({}),
}).meta({ id: "ApiDescription", description: "An OpenAPI 3.1 document." });

/** Registers GET `/openapi.json`: the committed document with this service's public origin as its server. */
export function registerOpenApi(app: OpenAPIHono, services: Services): void {
  const text = serverDocument(openapi, services.site);
  const representation: Representation = {
    contentType: "application/json",
    bodies: encodeBodies(new TextEncoder().encode(text)),
    lastModified: null,
    link: null,
  };
  describeDocument(app, {
    path: "/openapi.json",
    operationId: "getApiDescription",
    tag: "Service",
    summary: "This description",
    description: "The OpenAPI 3.1.0 description of this service.",
    kind: "static",
    content: "The description.",
    mediaType: representation.contentType,
    schema: ApiDescription,
  });
  app.get("/openapi.json", ({ req }) => respond(req.raw, representation));
}
