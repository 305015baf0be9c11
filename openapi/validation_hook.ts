import type { Hook } from "@hono/zod-openapi";
import type { Env } from "hono";
import type { Fault } from "./problem.ts";

const PARTS: Readonly<Record<string, Fault["in"]>> = {
  query: "query",
  param: "path",
  json: "body",
  form: "body",
};

/** Answers a request with faulty parameters or body. */
export type RefuseFaults = (faults: readonly Fault[]) => Response;

/**
 * Creates the hook that turns a failed validation into one response with all faults, one per parameter. Messages say
 * what is allowed and what was found.
 */
export function validationHook(refuse: RefuseFaults): Hook<unknown, Env, string, Response | undefined> {
  return (result, context) => {
    if (result.success) return undefined;
    const part = PARTS[result.target] ?? "body";
    const faults = new Map<string, Fault>();
    for (const { code, path, message } of result.error.issues) {
      const name = path.map(String);
      const key = name.join("/");
      if (faults.has(key)) continue;
      const given = part === "query" ? context.req.queries(name[0] ?? "") ?? [] : [];
      const found = part === "path" ? context.req.param(name[0] ?? "") : given[0];
      faults.set(
        key,
        given.length > 1
          ? {
            in: part,
            path: name,
            code: "repeated",
            message: `Expected one value, got ${given.length}`,
          }
          : {
            in: part,
            path: name,
            code,
            message: found === undefined ? message : `${message}, got ${quoted(found)}`,
          },
      );
    }
    return refuse([...faults.values()]);
  };
}

/** A value as a message quotes it: in quotation marks, cut if it is long. */
export function quoted(value: string): string {
  return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value);
}
