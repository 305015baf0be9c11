import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { z } from "zod";
import { CalendarDate } from "../../domain/string_formats.ts";

const NAME = "Expected a name of 1 to 200 characters";

/** A text argument of 1 to 200 characters. */
export function nameArgument(description: string) {
  return z.string(NAME).min(1, NAME).max(200, NAME).meta({ description });
}

/** Arguments that choose the reviews of a figure. `withPeriodRule` adds the rule between the days. */
export const REVIEW_SCOPE = {
  since: CalendarDate.optional().meta({ description: "On or after this day.", examples: ["2025-01-01"] }),
  until: CalendarDate.optional().meta({ description: "On or before this day.", examples: ["2026-12-31"] }),
  source: nameArgument("Only this source.").optional(),
} as const;

/** Refuses a `since` after `until`. */
export function withPeriodRule<T extends z.ZodType<{ since?: string | undefined; until?: string | undefined }>>(
  schema: T,
): T {
  return schema.refine(({ since = "", until = "9999-12-31" }) => since <= until, {
    path: ["until"],
    error: "Expected a day that is not before since",
  });
}

/** A JSON Schema of an object (draft 2020-12). */
export type JsonSchema = Readonly<Record<string, unknown>>;

const MAPS = new Set(["properties", "patternProperties"]);
const LEFT_OUT = new Set(["$schema", "$defs", "$ref", "id"]);

// Clients put the whole list of tools before their model, and every token costs money. Therefore limits that only faulty
// calls exceed appear in the fault's message alone. Patterns are omitted also because validators support different
// syntax.
const LEFT_OUT_OF_INPUT = new Set(["pattern", "minLength", "maxLength"]);

/**
 * Published schema of a tool's arguments. It has no references, because several clients drop tools whose schema has
 * `$ref`, `$defs` or a list of types. It leaves out limits that every JavaScript integer satisfies. It does not declare
 * itself closed, although unknown arguments are faults: Google's Python client fails on `additionalProperties: false`,
 * and clients that need closed objects close them.
 */
export function inputJsonSchema(schema: z.ZodType): JsonSchema {
  const written: unknown = z.toJSONSchema(schema, { target: "draft-2020-12", io: "input" });
  const root = isObject(written) ? written : {};
  const { properties, ...rest } = {
    type: "object",
    ...flat(root, isObject(root.$defs) ? root.$defs : {}),
  } as JsonSchema;
  const members = Object.entries(isObject(properties) ? properties : {}).map(([name, member]) => [
    name,
    Object.fromEntries(Object.entries(isObject(member) ? member : {}).filter(([key]) => !LEFT_OUT_OF_INPUT.has(key))),
  ]);
  return { ...rest, properties: Object.fromEntries(members) };
}

function flat(schema: JsonSchema, definitions: JsonSchema): JsonSchema {
  const name = typeof schema.$ref === "string" ? schema.$ref.replace("#/$defs/", "") : null;
  const target = name === null ? undefined : definitions[name];
  const result: Record<string, unknown> = isObject(target) ? { ...flat(target, definitions) } : {};
  for (const [key, value] of Object.entries(schema)) {
    if (LEFT_OUT.has(key) || isEmptyLimit(key, value)) continue;
    result[key] = MAPS.has(key) && isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([member, of]) => [member, flatValue(of, definitions)]))
      : flatValue(value, definitions);
  }
  // Some model APIs support `anyOf`, but no list of types.
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

/** Puts given examples into a schema of arguments, one each; other examples stay. */
export function withExamples(schema: JsonSchema, examples: Readonly<Record<string, unknown>>): JsonSchema {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const members = Object.entries(properties).map(([name, member]) => [
    name,
    isObject(member) && examples[name] !== undefined ? { ...member, examples: [examples[name]] } : member,
  ]);
  return { ...schema, properties: Object.fromEntries(members) };
}

/**
 * Schema that the library publishes without validating. The tool validates its arguments itself, so that its answer
 * lists all faults; tests validate the answers.
 *
 * @param json Called for each list of tools.
 */
export function publishedSchema(json: () => JsonSchema): StandardSchemaWithJSON<unknown, unknown> {
  const copy = () => ({ ...json() });
  return {
    "~standard": {
      version: 1,
      vendor: "public-reviews",
      validate: (value) => ({ value }),
      jsonSchema: { input: copy, output: copy },
    },
  };
}
