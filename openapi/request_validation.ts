import { shortened } from "../domain/cut_text.ts";
import type { Hook } from "@hono/zod-openapi";
import type { Env } from "hono";
import { z } from "zod";
import type { Fault } from "./problem.ts";

const PARTS: Readonly<Record<string, Fault["in"]>> = { query: "query", param: "path", json: "body", form: "body" };

type RefuseFaults = (faults: readonly Fault[]) => Response;

/**
 * Creates the hook that turns a failed validation into one response with all faults, one per parameter. Messages name
 * what is allowed and, but for bodies, which may hold a secret, what was found.
 */
export function validationHook(refuse: RefuseFaults): Hook<unknown, Env, string, Response | undefined> {
  return (result) => {
    if (result.success) return undefined;
    // The validator passes it, though its type does not say so.
    const { data: sent } = result as typeof result & { readonly data: object };
    const part = PARTS[result.target] ?? "body";
    const faults = new Map<string, Fault>();
    for (const { path, message } of result.error.issues) {
      const name = path.map(String);
      const key = name.join("/");
      if (faults.has(key)) continue;
      const given: unknown = Reflect.get(sent, name[0] ?? "");
      const fault = Array.isArray(given)
        ? { code: "repeated" as const, message: `Expected one value, got ${given.length}` }
        : typeof given !== "string"
        ? { code: "missing" as const, message }
        : { code: "invalid" as const, message: part === "body" ? message : `${message}, got ${quoted(given)}` };
      faults.set(key, { in: part, path: name, ...fault });
    }
    return refuse([...faults.values()]);
  };
}

/** Quotes a value for a message; long values are cut. */
export function quoted(value: string): string {
  return JSON.stringify(shortened(value, 80));
}

const INTEGER = /^-?(?:0|[1-9]\d*)$/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** Type of an object schema with the fields of `Shape`, each parsed from a string. */
type FromText<Shape extends z.core.$ZodShape> = z.ZodObject<
  { [Key in keyof Shape]: z.ZodType<z.output<Shape[Key]>, string | undefined> },
  z.core.$strip
>;

/**
 * Makes an object schema read its fields from query or path strings, in the documented spelling only: `5` is an
 * integer; `05`, `+5`, `5.0` and ` 5` stay strings and are refused. The coercion of zod accepts all of these.
 */
export function fromText<Shape extends z.core.$ZodShape>(object: z.ZodObject<Shape>): FromText<Shape> {
  const fields = Object.entries(object.shape).map(([name, field]) => {
    const read = readerOf(field);
    return [
      name,
      read === null ? field : z.preprocess((value) => typeof value === "string" ? read(value) : value, field),
    ];
  });
  return z.object(Object.fromEntries(fields)) as FromText<Shape>;
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([["true", true], ["false", false]]);

/** Returns the function that reads the text of a field, and leaves an unknown spelling; null for a string field. */
function readerOf(field: z.core.$ZodType): ((text: string) => unknown) | null {
  const { type, innerType } = field._zod.def as z.core.$ZodTypeDef & {
    innerType?: z.core.$ZodType;
  };
  if (innerType !== undefined) return readerOf(innerType);
  if (type === "boolean") return (text) => BOOLEANS.get(text) ?? text;
  if (type !== "number") return null;
  const spelling = (field as z.ZodNumber).format === "safeint" ? INTEGER : NUMBER;
  return (text) => spelling.test(text) ? Number(text) : text;
}
