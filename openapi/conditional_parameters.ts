import type { Reference } from "./headers.ts";

// Without examples, which the reference page would put into every sample request.
function described(name: string, description: string) {
  return {
    name,
    in: "header" as const,
    required: false,
    description,
    // Of any length: a server may not refuse a long one (RFC 9110 13.1).
    schema: { type: "string" as const },
  };
}

/** Parameter components: the headers of a conditional request (RFC 9110 13.1). */
export const PARAMETERS = {
  IfNoneMatch: described("If-None-Match", "Entity tags that the client has; a match is answered 304."),
  IfModifiedSince: described(
    "If-Modified-Since",
    "The Last-Modified that the client has; ignored where If-None-Match is given.",
  ),
};

/** References to both parameters, for operations. */
export const CONDITIONAL_PARAMETERS: readonly Reference[] = Object.keys(PARAMETERS)
  .map((name) => ({ $ref: `#/components/parameters/${name}` }));
