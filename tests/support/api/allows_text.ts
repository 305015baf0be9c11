import type { ApiParameter } from "./api_document.ts";
import { schemaFaults } from "./schema_faults.ts";

// Exactly one spelling: what some parsers accept (05, +5, 5., 1e1, 0x5) is not a number here.
const SPELLINGS: Readonly<Record<string, RegExp>> = {
  integer: /^-?(?:0|[1-9][0-9]*)$/,
  number: /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/,
};

/** Whether the document allows a string as value of a parameter: parsed as the declared type it matches the schema. */
export function allowsText({ schema }: Pick<ApiParameter, "schema">, text: string): boolean {
  const spelling = SPELLINGS[String(schema.type)];
  // JSON numbers have no maximum, but those of the validator do.
  const value = spelling?.test(text) ? Math.min(Number(text), Number.MAX_VALUE) : text;
  return schemaFaults(schema, value).length === 0;
}
