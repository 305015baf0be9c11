import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { z } from "zod";

/** A JSON Schema of an object (draft 2020-12). */
export type JsonSchema = Readonly<Record<string, unknown>>;

const MAPS = new Set(["properties", "patternProperties"]);
const LEFT_OUT = new Set(["$schema", "$defs", "$ref", "id"]);

/**
 * The JSON Schema of a zod schema without references, because several clients drop tools whose schema has `$ref`,
 * `$defs` or a list of types. Patterns that repeat a `format`, and limits that every JavaScript integer satisfies, are
 * left out: clients send schemas to their model, which is paid by length.
 */
export function flatJsonSchema(schema: z.ZodType): JsonSchema {
  const written: unknown = z.toJSONSchema(schema, { target: "draft-2020-12", io: "input" });
  const root = isObject(written) ? written : {};
  return { type: "object", ...flat(root, isObject(root.$defs) ? root.$defs : {}) };
}

function flat(schema: JsonSchema, definitions: JsonSchema): JsonSchema {
  const name = typeof schema.$ref === "string" ? schema.$ref.replace("#/$defs/", "") : null;
  const target = name === null ? undefined : definitions[name];
  const result: Record<string, unknown> = isObject(target) ? { ...flat(target, definitions) } : {};
  for (const [key, value] of Object.entries(schema)) {
    if (LEFT_OUT.has(key) || isEmptyLimit(key, value) || key === "pattern" && schema.format !== undefined) continue;
    result[key] = MAPS.has(key) && isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([member, of]) => [member, flatValue(of, definitions)]))
      : flatValue(value, definitions);
  }
  // Some models' interfaces support `anyOf`, but no list of types.
  if (Array.isArray(result.type)) {
    result.anyOf = result.type.map((type: unknown) => ({ type }));
    delete result.type;
  }
  return result;
}

function flatValue(value: unknown, definitions: JsonSchema): unknown {
  if (Array.isArray(value)) return value.map((element: unknown) => flatValue(element, definitions));
  return isObject(value) ? flat(value, definitions) : value;
}

function isEmptyLimit(key: string, value: unknown): boolean {
  return key === "minimum" && value === Number.MIN_SAFE_INTEGER ||
    key === "maximum" && value === Number.MAX_SAFE_INTEGER;
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * A schema that the library publishes without validating: arguments are validated by the tool, so that the answer names
 * all faults, and answers by tests. The JSON Schema is generated once.
 */
export function publishedSchema(json: JsonSchema): StandardSchemaWithJSON<unknown, unknown> {
  const copy = () => ({ ...json });
  return {
    "~standard": {
      version: 1,
      vendor: "public-reviews",
      validate: (value) => ({ value }),
      jsonSchema: { input: copy, output: copy },
    },
  };
}
