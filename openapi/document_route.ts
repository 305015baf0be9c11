import type { OpenAPIHono } from "@hono/zod-openapi";
import type { z } from "zod";
import { type AnswerKind, CONDITIONAL_PARAMETERS } from "./headers.ts";
import { conditionalResponses } from "./responses.ts";

/** GET of a prepared document. */
export interface DocumentRoute<Path extends string = string> {
  readonly path: Path;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** `topic` and `data` change with the dataset and give 503 before one is loaded; `static` never changes. */
  readonly kind: AnswerKind;
  /** Description of the 200 response, a sentence. */
  readonly content: string;
  readonly mediaType: string;
  /** Further media types of the same bytes, for clients that prefer them. */
  readonly otherTypes?: readonly string[];
  readonly schema: z.ZodType;
}

/** Adds the operation to the OpenAPI document; the caller registers its handler. */
export function describeDocument(app: OpenAPIHono, route: DocumentRoute): void {
  const { path, operationId, tag, summary, description, kind, content, mediaType, schema, otherTypes = [] } = route;
  app.openAPIRegistry.registerPath({
    method: "get",
    path,
    operationId,
    tags: [tag],
    summary,
    description,
    parameters: [...CONDITIONAL_PARAMETERS],
    responses: conditionalResponses(kind, content, [mediaType, ...otherTypes], schema),
  });
}
