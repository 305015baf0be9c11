import { type GeneratedDocument, generatedOperations } from "./generated_document.ts";

interface Parameter {
  readonly $ref?: string;
  readonly in?: string;
}

/**
 * Puts the header parameters of every operation behind the others: clients in Java and Go take parameters by position,
 * and a search began with two nulls.
 */
export function withHeadersLast(document: GeneratedDocument): GeneratedDocument {
  for (const operation of generatedOperations(document)) {
    if (operation.parameters === undefined) continue;
    const isHeader = ({ $ref, in: place }: Parameter) => $ref !== undefined || place === "header";
    const { headers = [], others = [] } = Object.groupBy(
      operation.parameters as Parameter[],
      (parameter) => isHeader(parameter) ? "headers" : "others",
    );
    operation.parameters = [...others, ...headers];
  }
  return document;
}
