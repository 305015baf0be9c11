import assert from "node:assert/strict";
import { browserTest, makeVisits, servedPages, SHIFT, waitFor } from "../../support/pages/visits.ts";

/** Scrolls until the page has a text: the library draws a group when it comes into view. */
const there = (text: string) =>
  waitFor(`scrollBy(0, 200), document.body.textContent.includes(${JSON.stringify(text)})`);

browserTest("/docs is short on a phone, stays in its place, asks no other host, and logs no error", async () => {
  await using server = servedPages();
  const shown = [
    "All reviews",
    "Search the reviews",
    "Reviews on or after a day",
    ...["The newest reviews for feed readers.", "The service itself."],
  ];
  const groups = ["Reviews", "Feeds"];
  const steps = shown.map((text) => ({ evaluate: there(text) }));
  const home = [
    { shown: "Reviews" },
    { evaluate: SHIFT },
    { click: "link", name: "Larkmoor Home Services" },
    { arrive: "/" },
  ] as const;
  const measures = ["document.documentElement.scrollHeight", SHIFT].map((evaluate) => ({ evaluate }));
  const closed = [...groups.map((shown) => ({ shown })), ...measures];
  const [phone, visited, dark] = await makeVisits([
    { url: `${server.origin}/docs`, width: 390, steps: closed, axe: true },
    { url: `${server.origin}/docs`, width: 390, steps },
    { url: `${server.origin}/docs`, width: 1400, scheme: "dark", steps: home },
  ]);
  const { requests = [], errors } = visited ?? {};
  const { values: [height, shift] = [], violations = [] } = phone ?? {};
  // The library's copy buttons have no name, its answer cards share one, and its groups hold buttons in a button; no
  // option changes that.
  const known =
    /^(?:button-name: <button[^>]* class="group\/copy-button|landmark-unique: <div[^>]* response-card"|nested-interactive: <button[^>]* class="section-accordion-button)/;
  assert.deepEqual(violations.filter((one) => !known.test(one)), []);
  assert.ok(Number(height) < 7000, `${height} pixels`);
  for (const moved of [shift, dark?.values[0]]) assert.ok(Number(moved) < 0.02, `the page shifts by ${moved}`);
  assert.equal(dark?.url, `${server.origin}/`);
  const own = (url: string) => url.startsWith(`${server.origin}/`) || /^(?:data|blob):/.test(url);
  assert.ok(requests.includes(`${server.origin}/openapi.json`));
  assert.deepEqual(requests.filter((url) => !own(url)), []);
  assert.deepEqual(errors, []);
});
