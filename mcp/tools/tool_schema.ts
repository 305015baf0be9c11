import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { z } from "zod";

/** A JSON Schema of an object (draft 2020-12). */
export type JsonSchema = Readonly<Record<string, unknown>>;

const MAPS = new Set(["properties", "patternProperties"]);
const LEFT_OUT = new Set(["$schema", "$defs", "$ref", "id"]);

/**
 * The JSON Schema of a zod schema in one piece: several clients drop a tool whose schema has a
 * `$ref`, `$defs` or a list of types. Patterns that only repeat a `format`, and limits that every number of
 * JavaScript has, are left out: each client sends the schemas to its model, which pays by length.
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
  // A list of types is unknown to the dialects of some models' interfaces; branches are not.
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
 * A schema that the library publishes and does not check with: arguments are checked by us, so that
 * the answer names every fault, and answers are checked by tests. The JSON Schema is made once.
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
