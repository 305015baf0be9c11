import assert from "node:assert/strict";
import { encodedBody, type Representation } from "../../../domain/documents/representation.ts";
import { respond } from "../../../routes/answer/respond.ts";

const PLAIN: Representation = {
  contentType: "text/plain",
  bodies: { identity: encodedBody(new TextEncoder().encode("text")) },
  lastModified: null,
  link: null,
};

Deno.test("respond() sends what goes with a representation with 200, HEAD and 304 alike, and with no other of the same bytes", () => {
  const own: Representation = { ...PLAIN, cacheControl: "no-cache", headers: [["referrer-policy", "no-referrer"]] };
  const etag = PLAIN.bodies.identity.entityTag;
  const requests = [{}, { method: "HEAD" }, { headers: { "if-none-match": etag } }].map((init) =>
    new Request("https://reviews.example/", init)
  );
  for (
    const [representation, cacheControl, policy] of [
      [own, "no-cache", "no-referrer"],
      [PLAIN, "public, max-age=60, stale-while-revalidate=300", null],
      [own, "no-cache", "no-referrer"],
    ] as const
  ) {
    for (const request of requests) {
      const { headers } = respond(request, representation);
      assert.deepEqual([headers.get("cache-control"), headers.get("referrer-policy")], [cacheControl, policy]);
    }
  }
});
