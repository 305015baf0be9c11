interface Reference {
  readonly $ref: string;
}

function described(
  description: string,
  example: string,
  schema: { readonly pattern: string; readonly maxLength: number },
) {
  return { description, required: true, schema: { type: "string" as const, ...schema }, example };
}

/** Header components: the response headers of the service. */
export const HEADERS = {
  ETag: described("Strong entity tag of these bytes.", '"K3wGXvmQ2rJ0bP5nQH8d1A"', {
    pattern: '^"[^"]+"$',
    maxLength: 100,
  }),
  LastModified: described("When the dataset was published.", "Fri, 20 Nov 2026 09:15:00 GMT", {
    pattern: "^[A-Z][a-z]{2}, \\d{2} [A-Z][a-z]{2} \\d{4} \\d{2}:\\d{2}:\\d{2} GMT$",
    maxLength: 29,
  }),
  CacheControl: described("How long a cache may keep the answer.", "public, max-age=60, stale-while-revalidate=300", {
    pattern: "^public, max-age=60, stale-while-revalidate=300$",
    maxLength: 100,
  }),
  NoStore: described("Not to be cached.", "no-store", { pattern: "^no-store$", maxLength: 8 }),
  McpSessionId: {
    ...described("Only with the answer to `initialize`.", "5e2f7c1a-9b0d-4c36-8f1e-2a7d40b6c593", {
      pattern: "^[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}$",
      maxLength: 36,
    }),
    required: false,
  },
  Vary: described("The answer depends on these request headers.", "Accept-Encoding", {
    pattern: "^(?:Accept, )?Accept-Encoding$",
    maxLength: 23,
  }),
  TopicLink: described(
    "The WebSub hub of this topic and its canonical URL.",
    '<https://reviews.example/api/websub/hub>; rel="hub", <https://reviews.example/reviews.json>; rel="self"',
    { pattern: '^<[^>]+>; rel="hub", <[^>]+>; rel="self"$', maxLength: 4200 },
  ),
  ChangesCursor: {
    ...described("The place of these bytes in `/api/changes`; only with `/reviews.json`.", "12-0-3f9c21aa", {
      pattern: "^\\d+-\\d+-[0-9a-f]{8}$",
      maxLength: 31,
    }),
    required: false,
  },
  Revalidated: described("A cache has to ask again each time.", "no-cache", { pattern: "^no-cache$", maxLength: 8 }),
  ChangesLink: described(
    "Where to go on.",
    '<https://reviews.example/api/changes?cursor=12-0-3f9c21aa&limit=100>; rel="next"',
    { pattern: '^<[^>]+>; rel="next"$', maxLength: 16_384 },
  ),
  NextLink: {
    ...described(
      "The page after this one, with the same filters; absent on the last page.",
      '<https://reviews.example/api/reviews/search?rating=5&cursor=Zm9yd2FyZCBpbiB0aGlzIQ>; rel="next"',
      { pattern: '^<[^>]+>; rel="next"$', maxLength: 16_384 },
    ),
    required: false,
  },
  Cors: described("Any web page may read the answer.", "*", { pattern: "^\\*$", maxLength: 1 }),
  RetryAfter: {
    ...described("Seconds to wait; only with 429 and 503.", "1", { pattern: "^\\d+$", maxLength: 10 }),
    required: false,
  },
  Allow: {
    ...described("The methods that the path has; only with 405.", "GET, HEAD, OPTIONS", {
      pattern: "^[A-Z]+(?:, [A-Z]+)*$",
      maxLength: 100,
    }),
    required: false,
  },
};

/** Kinds of operations by the headers of their responses. */
export type AnswerKind = "topic" | "data" | "page" | "changes" | "static";

const CACHED = { ETag: "ETag", "Cache-Control": "CacheControl", Vary: "Vary" } as const;

/** Further headers of a response: names of components by field name. */
type MoreHeaders = Readonly<Record<string, keyof typeof HEADERS>>;

/** The headers of a 200 and its 304 response. */
export function answerHeaders(kind: AnswerKind): Record<string, Reference> {
  if (kind === "static") return headers(CACHED);
  if (kind === "data") return headers({ ...CACHED, "Last-Modified": "LastModified" });
  if (kind === "page") return headers({ ...CACHED, "Last-Modified": "LastModified", Link: "NextLink" });
  if (kind === "changes") {
    const more = { "Last-Modified": "LastModified", Link: "ChangesLink" } as const;
    return headers({ ...CACHED, ...more, "Cache-Control": "Revalidated" });
  }
  const more = { "Last-Modified": "LastModified", Link: "TopicLink", "Changes-Cursor": "ChangesCursor" } as const;
  return headers({ ...CACHED, ...more });
}

/** The headers of a response that must not be cached, with further ones by field name. */
export function uncachedHeaders(more: MoreHeaders = {}): Record<string, Reference> {
  return headers({ "Cache-Control": "NoStore", ...more });
}

function headers(names: MoreHeaders): Record<string, Reference> {
  const all: Record<string, keyof typeof HEADERS> = { "Access-Control-Allow-Origin": "Cors", ...names };
  return Object.fromEntries(
    Object.entries(all).map(([field, name]) => [field, { $ref: `#/components/headers/${name}` }]),
  );
}

// Without examples, because the reference page would put them into every sample request.
function conditional(name: string, description: string) {
  return {
    name,
    in: "header" as const,
    required: false,
    description,
    // Of any length: a server must not refuse a long one (RFC 9110 13.1).
    schema: { type: "string" as const },
  };
}

/** Parameter components: the headers of a conditional request (RFC 9110 13.1). */
export const PARAMETERS = {
  IfNoneMatch: conditional("If-None-Match", "Entity tags that the client has; a match is answered 304."),
  IfModifiedSince: conditional(
    "If-Modified-Since",
    "The Last-Modified that the client has; ignored where If-None-Match is given.",
  ),
};

/** References to both parameters, for operations. */
export const CONDITIONAL_PARAMETERS: readonly Reference[] = Object.keys(PARAMETERS)
  .map((name) => ({ $ref: `#/components/parameters/${name}` }));
