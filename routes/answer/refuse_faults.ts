import type { MiddlewareHandler } from "hono";
import type { Fault } from "../../openapi/problem.ts";
import { malformedParameters, misnamedParameters } from "../request/unreadable_query.ts";
import { problemResponse } from "./problem_response.ts";

/** Answers 400 with all faults of a request. */
export function refuseFaults(faults: readonly Fault[]): Response {
  const names = [...new Set(faults.map(({ path }) => path.join(".")))].join(", ");
  const isName = faults.every(({ code }) => code === "misnamed");
  return problemResponse(400, `The request has a wrong ${isName ? "name" : "value"} for: ${names}.`, { faults });
}

/** Answers 400 if known query parameters are not percent-encoded UTF-8, or stand there in other letters. */
export function refuseUnreadableQuery(names: readonly string[]): MiddlewareHandler {
  const known = new Set(names);
  const misnamed = misnamedParameters(known);
  return async (context, next) => {
    const { url } = context.req;
    const start = url.indexOf("?");
    if (start !== -1) {
      const query = url.slice(start);
      const faults = [
        ...query.includes("%") ? malformedParameters(query, known) : [],
        ...misnamed(query),
      ];
      if (faults.length > 0) return refuseFaults(faults);
    }
    await next();
  };
}
