import assert from "node:assert/strict";
import { rootCertificates } from "node:tls";
import { trustedAuthorities } from "../../outbound/open_connection.ts";

Deno.test("trustedAuthorities adds to the public authorities and leaves the store alone when nothing is added", () => {
  assert.equal(trustedAuthorities([]), null);
  const all = new Set(trustedAuthorities(["one more"]));
  assert.ok(rootCertificates.length > 100 && rootCertificates.every((certificate) => all.has(certificate)));
  assert.ok(all.has("one more"));
});
