import type { OpenAPIHono } from "@hono/zod-openapi";
import type { z } from "zod";
import { CONDITIONAL_PARAMETERS } from "./conditional_parameters.ts";
import type { AnswerKind } from "./headers.ts";
import { conditionalResponses, DATASET_PROBLEMS, METHOD_NOT_ALLOWED } from "./responses.ts";

/** GET of a document that is prepared before anybody asks for it. */
export interface DocumentRoute<Path extends string = string> {
  readonly path: Path;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** `topic` and `data` change with the dataset and are 503 before there is one; `static` is always there. */
  readonly kind: AnswerKind;
  /** What the 200 has, as a sentence. */
  readonly content: string;
  readonly mediaType: string;
  readonly schema: z.ZodType;
}

/** Adds the operation to the OpenAPI document. Handling it is the caller's. */
export function describeDocument(app: OpenAPIHono, route: DocumentRoute): void {
  const { path, operationId, tag, summary, description, kind, content, mediaType, schema } = route;
  app.openAPIRegistry.registerPath({
    method: "get",
    path,
    operationId,
    tags: [tag],
    summary,
    description,
    parameters: [...CONDITIONAL_PARAMETERS],
    responses: {
      ...conditionalResponses(kind, content, mediaType, schema),
      ...(kind === "static" ? METHOD_NOT_ALLOWED : DATASET_PROBLEMS),
    },
  });
}
