import assert from "node:assert/strict";
import { changeCursor, type ChangeLog, endOf } from "../../domain/dataset/change_log.ts";
import { nextLine } from "../../domain/dataset/ledger.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { datasetOf, reviewOf } from "../support/reviews/review_of.ts";
import { ledgerEnd, testApp, testSnapshot } from "../support/service/test_app.ts";

const [KEPT, EDITED, HIDDEN, ERASED] = ["kept", "edited", "hidden", "erased"].map((native) => reviewOf({ native }));
const START = { number: 3, hash: "00000003" };

const BEFORE: ChangeLog = { start: START, publications: [] };
/** A publication with one change of each kind. */
const AFTER: ChangeLog = {
  start: START,
  publications: [{
    number: 4,
    hash: "00000004",
    at: "2026-11-20T09:15:00Z",
    added: [KEPT!.id, HIDDEN!.id],
    changed: [EDITED!.id],
    removed: [HIDDEN!.id, ERASED!.id],
    business: true,
  }],
};

function snapshotWith(log: ChangeLog, revision: string): Snapshot {
  const reviews = [{ ...KEPT!, aliases: [ERASED!.id] }, EDITED!];
  const hidings = new Map([[HIDDEN!.id, { on: "2026-11-20", reason: "spam" as const }]]);
  return { ...testSnapshot(datasetOf(reviews), revision, log), hidings, ledger: ledgerEnd(endOf(log).number) };
}

const earlier = snapshotWith(BEFORE, "first");
const snapshot = snapshotWith(AFTER, "second");
const app = testApp(snapshot);
const ask = async (query: string, of = app) => await (await of.request(`/api/changes${query}`)).json();

Deno.test("changes include the current review, the reason if hidden, and only the id if erased", async () => {
  const { changes, cursor, has_more } = await ask(`?cursor=${changeCursor(START)}`);
  const { reviews, aggregate_rating } = await (await app.request("/reviews.json")).json();
  const shown = changes.map(({ cursor: _, ...change }: { cursor: string }) => change);
  const [kept, edited] = [KEPT, EDITED].map((one) => reviews.find(({ id }: { id: string }) => id === one!.id));
  const at = "2026-11-20T09:15:00Z";
  assert.deepEqual(shown, [
    { kind: "added", at, id: KEPT!.id, review: kept },
    { kind: "added", at, id: HIDDEN!.id },
    { kind: "changed", at, id: EDITED!.id, review: edited },
    { kind: "removed", at, id: HIDDEN!.id, reason: "spam" },
    { kind: "removed", at, id: ERASED!.id },
    { kind: "business", at, id: null, business: snapshot.business },
  ]);
  assert.deepEqual([cursor, has_more], [changeCursor(endOf(snapshot.changes)), false]);
  assert.deepEqual(await ask(""), { cursor, has_more, aggregate_rating, changes: [] });
});

Deno.test("Link leads through all pages, and each change has the cursor of the next page", async () => {
  const whole = await ask(`?cursor=${changeCursor(START)}`);
  let url = `/api/changes?limit=2&cursor=${changeCursor(START)}`;
  const found: { cursor: string }[] = [];
  for (let hasMore = true; hasMore;) {
    const response = await app.request(url);
    const page = await response.json();
    found.push(...page.changes);
    const link = response.headers.get("link") ?? "";
    const [, next = ""] = /^<https:\/\/reviews\.example(.*)>; rel="next"$/.exec(link) ?? [];
    assert.ok(next.includes(`cursor=${found.at(-1)!.cursor}&limit=2`), next);
    ({ has_more: hasMore } = page);
    url = next;
  }
  assert.deepEqual(found, whole.changes);
  const second = await ask(`?limit=1&cursor=${whole.changes[1].cursor}`);
  assert.deepEqual(second.changes, [whole.changes[2]]);
});

Deno.test("/reviews.json names its change-feed cursor, also with a 304, readable by web pages", async () => {
  const first = await app.request("/reviews.json");
  const again = await app.request("/reviews.json", { headers: { "if-none-match": first.headers.get("etag")! } });
  assert.equal(again.status, 304);
  for (const { headers } of [first, again]) {
    assert.equal(headers.get("changes-cursor"), "4-0-00000004");
    assert.match(headers.get("access-control-expose-headers")!, /Changes-Cursor/);
  }
});

Deno.test("a repeated request is answered 304 until something is published, and caches ask each time", async () => {
  let current = snapshot;
  const changing = testApp(null, { snapshot: () => current });
  const url = `/api/changes?cursor=${changeCursor(START)}`;
  const { headers } = await changing.request(url);
  assert.equal(headers.get("cache-control"), "no-cache");
  const conditional = () => changing.request(url, { headers: { "if-none-match": headers.get("etag")! } });
  assert.equal((await conditional()).status, 304);
  current = { ...current, ledger: ledgerEnd(5) };
  assert.equal((await conditional()).status, 200);
});

Deno.test("an unknown cursor is 410; one published by another process is answered without changes", async () => {
  const nothing = { counts: null, withdrawn: [], erased: 0 };
  const line = nextLine(ledgerEnd(4), { reviews: [KEPT!] }, nothing, "2026-11-21T00:00:00Z");
  const lagging = testApp(snapshot, { ledger: (page) => Promise.resolve(page === 1 ? [line] : []) });
  const ahead = changeCursor({ number: 5, hash: line.hash.slice(0, 8) });
  const answer = await lagging.request(`/api/changes?cursor=${ahead}`);
  assert.deepEqual((await answer.json()).cursor, ahead);
  const unknown = [[lagging, "5-0-00000005"], [app, ahead], [app, "2-0-00000002"], [app, "4-0-ffffffff"]] as const;
  for (const [of, cursor] of unknown) {
    const response = await of.request(`/api/changes?cursor=${cursor}`);
    assert.equal(response.status, 410, cursor);
    assert.match((await response.json()).detail, /load \/reviews\.json again/);
  }
});

Deno.test("a client that asks to wait is answered at once, and is not led to ask so again", async () => {
  for (const wait of ["60", "-1", "soon"]) {
    const answer = await testApp(earlier).request(`/api/changes?wait=${wait}&cursor=${changeCursor(START)}`);
    assert.deepEqual((await answer.json()).changes, [], wait);
    assert.doesNotMatch(answer.headers.get("link") ?? "", /wait/);
  }
});
