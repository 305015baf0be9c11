import assert from "node:assert/strict";
import { browserTest, makeVisits, servedPages, type VisitStep } from "../../support/pages/visits.ts";

/** Scrolls until the page has a text: the library draws a group when it comes into view. */
const there = (text: string) =>
  `new Promise((resolve) => {
    const look = () => {
      scrollBy(0, 200);
      if (document.body.textContent.includes(${JSON.stringify(text)})) resolve("there");
      else setTimeout(look, 50);
    };
    look();
    setTimeout(() => resolve(${JSON.stringify(text)}), 20_000);
  })`;

browserTest("/docs is short on a phone, shows its groups, asks no other host, and logs no error", async () => {
  await using server = servedPages();
  const shown = [
    "All reviews",
    "Search the reviews",
    "Reviews on or after a day",
    ...["The newest reviews for feed readers.", "The service itself."],
  ];
  const groups = ["Reviews", "Feeds"];
  const steps = shown.map((text): VisitStep => ({ evaluate: there(text) }));
  const home = [{ click: "link", name: "Larkmoor Home Services" }, { arrive: "/" }] as const;
  const closed = [...groups.map((shown) => ({ shown })), { evaluate: "document.documentElement.scrollHeight" }];
  const [phone, visited, dark] = await makeVisits([
    { url: `${server.origin}/docs`, width: 390, steps: closed, axe: true },
    { url: `${server.origin}/docs`, width: 390, steps },
    { url: `${server.origin}/docs`, width: 1400, scheme: "dark", steps: home },
  ]);
  const { requests = [], errors } = visited ?? {};
  const { values: [height] = [], violations = [] } = phone ?? {};
  // The library's copy buttons have no name, its answer cards share one, and its groups hold buttons in a button; no
  // option changes that.
  const known =
    /^(?:button-name: <button[^>]* class="group\/copy-button|landmark-unique: <div[^>]* response-card"|nested-interactive: <button[^>]* class="section-accordion-button)/;
  assert.deepEqual(violations.filter((one) => !known.test(one)), []);
  assert.ok(Number(height) < 7000, `${height} pixels`);
  assert.deepEqual(new Set(visited?.values), new Set(["there"]));
  assert.equal(dark?.url, `${server.origin}/`);
  const own = (url: string) => url.startsWith(`${server.origin}/`) || /^(?:data|blob):/.test(url);
  assert.ok(requests.includes(`${server.origin}/openapi.json`));
  assert.deepEqual(requests.filter((url) => !own(url)), []);
  assert.deepEqual(errors, []);
});
