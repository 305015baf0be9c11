import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { changeCursor, endOf } from "../domain/dataset/change_log.ts";
import { type Representation, textRepresentation } from "../domain/documents/representation.ts";
import { exampleSearch } from "../domain/queries/example_search.ts";
import { SERVICE } from "../domain/service.ts";
import { perSnapshot } from "../domain/snapshot/per_snapshot.ts";
import type { Snapshot } from "../domain/snapshot/snapshot.ts";
import openapi from "../openapi.json" with { type: "json" };
import { type ParameterExamples, publishedDocument } from "../openapi/document.ts";
import { describeDocument } from "../openapi/document_route.ts";
import { SCALAR_PATH, scalarScript } from "../openapi/scalar_bundle.ts";
import { scalarPage } from "../openapi/scalar_page.ts";
import { respond } from "./answer/respond.ts";
import type { Services } from "./services.ts";

const CONTENT_TYPE = "application/json";

const ApiDescription = z.looseObject({
  openapi: z.enum(["3.1.0"]).meta({ description: "The version of OpenAPI." }),
  info: z.looseObject({
    title: z.string().max(200).meta({ description: "Name of the service." }),
    version: z.string().max(20).meta({ description: "Version of the service." }),
  }).meta({ description: "What is described." }),
  paths: z.looseObject({}).meta({ description: "Its operations by path." }),
}).meta({ id: "ApiDescription", description: "An OpenAPI 3.1 document." });

/** Registers GET `/openapi.json`: the committed document with this service's origin, business and examples. */
export function registerOpenApi(app: OpenAPIHono, services: Services): void {
  describeDocument(app, {
    path: "/openapi.json",
    operationId: "getApiDescription",
    tag: "Service",
    summary: "This description",
    description: "The OpenAPI 3.1.0 description of this service.",
    kind: "static",
    content: "The description.",
    mediaType: CONTENT_TYPE,
    schema: ApiDescription,
  });
  const description = perSnapshot((snapshot: Snapshot | null) => {
    const { business = null } = snapshot ?? {};
    return textRepresentation(
      CONTENT_TYPE,
      publishedDocument(openapi, services.site, business, snapshot && examplesOf(snapshot)),
    );
  });
  app.get("/openapi.json", ({ req }) => respond(req.raw, description(services.snapshot("api"))));
}

function examplesOf(snapshot: Snapshot): ParameterExamples | null {
  if (snapshot.business.sample) return null;
  const example = exampleSearch(snapshot);
  return {
    searchReviews: example?.filters ?? {},
    getReview: { id: example?.review.id },
    getReviewsSince: { date: example?.review.date },
    getChanges: { cursor: changeCursor(endOf(snapshot.changes)), limit: 100 },
  };
}

/** Registers GET `/docs`, the API reference for people, and its script. Both are prepared at the first request. */
export function registerDocs(app: OpenAPIHono, services: Services): void {
  const page = perSnapshot((snapshot: Snapshot | null) =>
    scalarPage(SERVICE.title, snapshot?.business.name ?? "Reviews")
  );
  let script: Promise<Representation> | undefined;
  app.get("/docs", async ({ req }) => respond(req.raw, await page(services.snapshot("api"))));
  app.get(SCALAR_PATH, async ({ req }) => respond(req.raw, await (script ??= scalarScript())));
}
