import { z } from "@hono/zod-openapi";

/** A problem with the members of RFC 9457. */
export const Problem = z.object({
  type: z.string().max(200).meta({ description: "Always about:blank: the status says what kind it is." }),
  title: z.string().max(200).meta({ description: "The status in words." }),
  status: z.int().min(400).max(599).meta({ description: "The HTTP status." }),
  detail: z.string().max(1000).meta({ description: "What is wrong here and what is allowed." }),
}).meta({ id: "Problem", description: "What went wrong (RFC 9457)." });

/** One fault of a request. */
export const Fault = z.object({
  in: z.enum(["query", "path", "body"]).meta({ description: "The part of the request." }),
  path: z.array(z.string().max(200)).max(20).meta({ description: "The parameter or member." }),
  code: z.string().max(50).meta({ description: "What kind of fault." }),
  message: z.string().max(1000).meta({ description: "What is allowed and what was found." }),
}).meta({ id: "Issue", description: "One fault of a request." });

/** A problem with the request's parameters or body, with all faults that were found. */
export const ValidationProblem = Problem.extend({
  issues: z.array(Fault).min(1).max(50).meta({ description: "Every fault that was found." }),
}).meta({ id: "ValidationProblem", description: "A request with faults, and the faults." });

/** The fault that the schema of the same name describes. */
export type Fault = Readonly<z.output<typeof Fault>>;

const TITLES: Readonly<Record<number, string>> = {
  400: "Bad Request",
  404: "Not Found",
  405: "Method Not Allowed",
  406: "Not Acceptable",
  410: "Gone",
  412: "Precondition Failed",
  413: "Content Too Large",
  414: "URI Too Long",
  415: "Unsupported Media Type",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

/** The members of a problem (RFC 9457 3.1); `issues` only for a faulty request. */
export function problem(status: number, detail: string, faults?: readonly Fault[]): Record<string, unknown> {
  const members = { type: "about:blank", title: TITLES[status] ?? "Error", status, detail };
  return faults === undefined ? members : { ...members, issues: faults };
}
