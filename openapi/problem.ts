import { z } from "@hono/zod-openapi";

/** Media types of a problem; the second one where `Accept` prefers it (RFC 9457 3). */
export const PROBLEM_TYPES = ["application/json", "application/problem+json"] as const;

/** Content of a response that is a problem, in each of its media types. */
export function problemContent<Schema>(schema: Schema) {
  return Object.fromEntries(PROBLEM_TYPES.map((type) => [type, { schema }]));
}

/** Statuses of problems: the title, and a sentence on what to do. `/developers` has them all. */
export const PROBLEMS: readonly (readonly [status: number, title: string, meaning: string])[] = [
  [400, "Bad Request", "Something in the request is wrong. `issues`, where present, lists every fault."],
  [404, "Not Found", "There is no such thing, or the review is hidden; `detail` says which."],
  [405, "Method Not Allowed", "The path has no such method. `Allow` lists those that it has."],
  [406, "Not Acceptable", "`Accept-Encoding` refuses every coding."],
  [410, "Gone", "It was there and will not come back. Delete your copy; for `/api/changes`, load everything again."],
  [412, "Precondition Failed", "`If-Match` or `If-Unmodified-Since` demand another version."],
  [413, "Content Too Large", "The body is too large; `detail` has the limit."],
  [414, "URI Too Long", "The URL has over 16,384 characters or 100 ampersands."],
  [415, "Unsupported Media Type", "The body has another media type or charset than the path takes."],
  [429, "Too Many Requests", "A limit of the hub or of unfinished bodies is reached. Try again after `Retry-After`."],
  [500, "Internal Server Error", "The service failed, and has logged it."],
  [503, "Service Unavailable", "The service is starting, or the store is down. Try again after `Retry-After`."],
];

/** Fragment of the sentence about a status on `/developers`. */
export function problemAnchor(status: number): string {
  return `error-${status}`;
}

/** A problem with the members of RFC 9457. */
export const Problem = z.object({
  type: z.string().max(200).meta({
    description: "Where the kind of problem is explained: relative to this URL, and one for each status.",
    examples: ["/developers#error-404"],
  }),
  title: z.string().max(200).meta({ description: "The status in words." }),
  status: z.int().min(400).max(599).meta({ description: "The HTTP status." }),
  detail: z.string().max(1000).meta({ description: "What is wrong here and what is allowed." }),
}).meta({ id: "Problem", description: "What went wrong (RFC 9457)." });

/** Kinds of faults. */
const FAULT_CODES = [
  "missing",
  "repeated",
  "misnamed",
  "malformed",
  "invalid",
  "other_search",
] as const;

/** One fault of a request. */
export const Fault = z.object({
  in: z.enum(["query", "path", "body"]).meta({ description: "The part of the request." }),
  path: z.array(z.string().max(200)).max(20).meta({ description: "The parameter or member." }),
  code: z.enum(FAULT_CODES).meta({
    description:
      "What kind of fault. missing: it has to be given. repeated: it is given more than once. misnamed: the " +
      "parameter has another name. malformed: it cannot be read. invalid: it can be read, and is not allowed. " +
      "other_search: a cursor of another search.",
  }),
  message: z.string().max(1000).meta({ description: "What is allowed and what was found." }),
}).meta({ id: "Issue", description: "One fault of a request." });

/** A problem with the request's parameters or body, with all faults that were found. */
export const ValidationProblem = Problem.extend({
  issues: z.array(Fault).min(1).max(50).meta({ description: "Every fault that was found." }),
}).meta({ id: "ValidationProblem", description: "A request with faults, and the faults." });

/** The fault that the schema of the same name describes. */
export type Fault = Readonly<z.output<typeof Fault>>;

/** The members of a problem (RFC 9457 3.1); `issues` only for a faulty request. */
export function problem(status: number, detail: string, faults?: readonly Fault[]): Record<string, unknown> {
  const [, title] = PROBLEMS.find(([known]) => known === status) ?? [];
  const members = { type: `/developers#${problemAnchor(status)}`, title, status, detail };
  return faults === undefined ? members : { ...members, issues: faults };
}
