import assert from "node:assert/strict";
import { browserTest, makeVisits, servedPages, type VisitStep } from "../../support/pages/visits.ts";

browserTest("/docs shows every operation in a browser, asks no other host, and logs no error", async () => {
  await using server = servedPages();
  const operations = [
    "All reviews",
    "What the reviews say, taken together",
    "JSON Feed of the newest reviews",
    "Atom feed of the newest reviews",
    "Search the reviews",
    "One review",
    "Reviews on or after a day",
    "Whether the service is ready",
    "This description",
  ];
  const steps = operations.flatMap((name): VisitStep[] => [{ click: "link", name }, { shown: name }]);
  const home = [{ click: "link", name: "Reviews" }, { arrive: "/" }] as const;
  const [visited, dark] = await makeVisits([
    { url: `${server.origin}/docs`, width: 1400, steps, axe: true },
    { url: `${server.origin}/docs`, width: 1400, scheme: "dark", steps: home },
  ]);
  const { requests = [], errors, violations = [] } = visited ?? {};
  // The library's copy buttons have no name, and its answer cards share one name; no option changes that.
  const known = /^(?:button-name: <button[^>]* class="group\/copy-button|landmark-unique: <div[^>]* response-card")/;
  assert.deepEqual(violations.filter((one) => !known.test(one)), []);
  assert.equal(dark?.url, `${server.origin}/`);
  const own = (url: string) => url.startsWith(`${server.origin}/`) || /^(?:data|blob):/.test(url);
  assert.ok(requests.includes(`${server.origin}/openapi.json`));
  assert.deepEqual(requests.filter((url) => !own(url)), []);
  assert.deepEqual(errors, []);
});
