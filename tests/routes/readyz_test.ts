import assert from "node:assert/strict";
import { testApp } from "../support/service/test_app.ts";

Deno.test("/readyz is 200 when everything is in order", async () => {
  const response = await testApp().request("/readyz");
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("cache-control"), "no-store");
  assert.deepEqual(await response.json(), { status: "ready", content: "sample" });
  assert.equal(await (await testApp().request("/readyz", { method: "HEAD" })).text(), "");
});

Deno.test("/readyz is 503 with one reason for each thing that is not in order", async () => {
  const reasons = [
    { check: "store", reason: "The disk of the store is full." },
    { check: "hub", reason: "The hub is behind." },
  ] as const;
  const response = await testApp(null, { readiness: () => Promise.resolve(reasons) }).request("/readyz");
  assert.equal(response.status, 503);
  assert.equal(response.headers.get("retry-after"), "10");
  assert.equal(response.headers.get("cache-control"), "no-store");
  assert.deepEqual(await response.json(), {
    type: "about:blank",
    title: "Service Unavailable",
    status: 503,
    detail: "The disk of the store is full. The hub is behind.",
    reasons,
  });
});
