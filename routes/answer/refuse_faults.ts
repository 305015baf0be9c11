import type { MiddlewareHandler } from "hono";
import type { Fault } from "../../openapi/problem.ts";
import { malformedParameters } from "../request/malformed_query.ts";
import { problemResponse } from "./problem_response.ts";

/** Answers 400 with all faults of a request. */
export function refuseFaults(faults: readonly Fault[]): Response {
  const names = [...new Set(faults.map(({ path }) => path.join(".")))].join(", ");
  return problemResponse(400, `The request has a wrong value for: ${names}.`, { faults });
}

/** Answers 400 if known query parameters are not percent-encoded UTF-8. */
export function refuseMalformedQuery(names: readonly string[]): MiddlewareHandler {
  const known = new Set(names);
  return async (context, next) => {
    const { url } = context.req;
    const start = url.indexOf("?");
    if (start !== -1 && url.includes("%", start)) {
      const faults = malformedParameters(url.slice(start), known);
      if (faults.length > 0) return refuseFaults(faults);
    }
    await next();
  };
}
