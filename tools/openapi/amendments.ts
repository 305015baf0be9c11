import type { OpenAPIHono } from "@hono/zod-openapi";
import { IGNORED_ON_UNSUBSCRIBE } from "../../openapi/hub_operation.ts";

type GeneratedDocument = ReturnType<OpenAPIHono["getOpenAPI31Document"]>;

interface GeneratedOperation {
  parameters?: readonly unknown[];
}

interface Parameter {
  readonly $ref?: string;
  readonly in?: string;
}

/**
 * Moves the header parameters of every operation behind the others. Clients in Java and Go take parameters by position,
 * so each search call began with two nulls.
 */
export function withHeadersLast(document: GeneratedDocument): GeneratedDocument {
  const items = Object.values<object>(document.paths ?? {});
  for (const operation of items.flatMap((item): readonly GeneratedOperation[] => Object.values(item))) {
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

/**
 * Allows any value of the parameters that the hub ignores in an unsubscription. The generator has no conditions.
 */
export function withIgnoredOnUnsubscribe(document: GeneratedDocument): GeneratedDocument {
  const { SubscriptionForm: form = {} } = (document.components?.schemas ?? {}) as Record<string, Schema>;
  const properties: Record<string, Schema> = {};
  for (const name of IGNORED_ON_UNSUBSCRIBE) {
    const { pattern, ...rest } = form.properties?.[name] ?? {};
    if (pattern === undefined) throw new Error(`${name} has no pattern.`);
    properties[name] = { type: "string", pattern };
    form.properties = { ...form.properties, [name]: rest };
  }
  form.if = { properties: { "hub.mode": { const: "unsubscribe" } }, required: ["hub.mode"] };
  form.else = { properties };
  return document;
}

interface Schema {
  $ref?: string;
  const?: string;
  pattern?: string;
  properties?: Readonly<Record<string, Schema>>;
  if?: Schema;
  else?: Schema;
  required?: readonly string[];
  type?: string | readonly string[];
  enum?: readonly unknown[];
  allOf?: readonly Schema[];
}

const REFERENCE = /^#\/components\/schemas\/(\w+)$/;

/**
 * Moves null from named schemas to the places that refer to them, as one of two alternatives. The generator puts null
 * into the schema itself. Generated clients then declare a type for each reference (`TrendType1`), or make a geographic
 * position optional everywhere. If the schema is already registered, the generator requires both the schema and "object
 * or null", which excludes null.
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
