import type { ApiParameter } from "./api_document.ts";
import { schemaFaults } from "./schema_faults.ts";

// One spelling each: what other readers of numbers let through (05, +5, 5., 1e1, 0x5) is not a number here.
const SPELLINGS: Readonly<Record<string, RegExp>> = {
  integer: /^-?(?:0|[1-9][0-9]*)$/,
  number: /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/,
};

/** Tells whether the document allows a parameter to have this text: read as the declared type, it fits the schema. */
export function allowsText({ schema }: Pick<ApiParameter, "schema">, text: string): boolean {
  const spelling = SPELLINGS[String(schema.type)];
  // A number in JSON has no greatest value, one of the validator has.
  const value = spelling?.test(text) ? Math.min(Number(text), Number.MAX_VALUE) : text;
  return schemaFaults(schema, value).length === 0;
}
