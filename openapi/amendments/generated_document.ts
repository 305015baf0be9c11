import type { OpenAPIHono } from "@hono/zod-openapi";

/** The document as the generator makes it from the routes. */
export type GeneratedDocument = ReturnType<OpenAPIHono["getOpenAPI31Document"]>;

/** An operation with the members that amendments touch. */
export interface GeneratedOperation {
  operationId?: string;
  parameters?: readonly unknown[];
  responses?: Record<string, unknown>;
  callbacks?: unknown;
}

/** All operations of a document, those of callbacks left out. */
export function generatedOperations({ paths = {} }: GeneratedDocument): readonly GeneratedOperation[] {
  return Object.values(paths).flatMap((item) => Object.values(item as Record<string, GeneratedOperation>));
}
