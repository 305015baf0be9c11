import type { GeneratedDocument } from "./generated_document.ts";

interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  enum?: readonly unknown[];
  allOf?: readonly Schema[];
}

const REFERENCE = /^#\/components\/schemas\/(\w+)$/;

/**
 * Moves null from named schemas to the places that refer to them, as one of two alternatives. The generator writes it
 * into the schema itself, and clients then make a type of their own for each place (`TrendType1`), or say that a
 * position may be missing wherever there is one. Where the schema is known already, the generator demands the schema and
 * "object or null" at once, which no null can be.
 */
export function withNullAtUse(document: GeneratedDocument): GeneratedDocument {
  const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>;
  const nullable = new Set(Object.keys(schemas).filter((name) => schemas[name]?.type?.includes("null")));
  for (const name of nullable) schemas[name] = withoutNull(schemas[name] ?? {});
  return JSON.parse(JSON.stringify(document), (_, value) => {
    const [named, isNullToo, ...more] = value?.allOf ?? [];
    if (named?.$ref !== undefined && isNullToo?.type?.includes("null") && more.length === 0) {
      return { anyOf: [named, { type: "null" }] };
    }
    const [, name = ""] = REFERENCE.exec(value?.$ref) ?? [];
    if (!nullable.has(name)) return value;
    const { $ref, ...annotations } = value;
    return { anyOf: [{ $ref }, { type: "null" }], ...annotations };
  });
}

function withoutNull({ type = [], enum: values, ...schema }: Schema): Schema {
  const [only, ...more] = [type].flat().filter((one) => one !== "null");
  if (only === undefined || more.length > 0) throw new Error(`A named schema is of the types ${type}.`);
  return { type: only, ...values && { enum: values.filter((one) => one !== null) }, ...schema };
}
