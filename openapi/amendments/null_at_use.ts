import type { GeneratedDocument } from "./generated_document.ts";

interface Schema {
  type?: string | readonly string[];
  enum?: readonly unknown[];
}

const REFERENCE = /^#\/components\/schemas\/(\w+)$/;

/**
 * Moves null from named schemas to the places that refer to them, as one of two alternatives. The generator writes it
 * into the schema itself, and clients then make a type of their own for each place (`TrendType1`), or say that a
 * position may be missing wherever there is one.
 */
export function withNullAtUse(document: GeneratedDocument): GeneratedDocument {
  const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>;
  const nullable = new Set(Object.keys(schemas).filter((name) => schemas[name]?.type?.includes("null")));
  for (const name of nullable) schemas[name] = withoutNull(schemas[name] ?? {});
  return JSON.parse(JSON.stringify(document), (_, value) => {
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
