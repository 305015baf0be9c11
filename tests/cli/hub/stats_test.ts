import assert from "node:assert/strict";
import { subscriptionKey } from "../../../websub/store/hub_rows.ts";
import { callbackOf, idOf, seeded, subscriptionOf } from "../../support/hub/hub_seed.ts";

const PATH = "/reviews.json";

Deno.test("hub stats counts subscriptions, requests and pending work", async () => {
  await using store = await seeded();
  const { code, stdout } = await store.hub("stats");
  assert.equal(code, 0);
  assert.match(
    stdout,
    new RegExp(
      "^Subscriptions: 3 live, 1 expired\\.\nOf the live ones: 2 behind, 1 failing, 2 signed\\.\n" +
        "Requests that wait for verification: 2\\. Denials to tell: 1\\.\n" +
        "Next attempt: 2098-07-01 08:05:00, a delivery\\.\n" +
        "One change of every topic sends 0 MB to all together\\.\nCallback hosts: 2\\.\n  a\\.example: 2\n  b\\.example: 1\n\n" +
        "TOPIC           VERSION  CHANGED           LIVE  BEHIND  OLDEST NOT DELIVERED\n" +
        "/reviews\\.json   4        2026-05-01 12:00  2     1       \\d+ d\n" +
        "/api/feed\\.json  0        -                 0     0       -\n" +
        "/feed\\.xml       2        2026-05-01 12:00  1     1       \\d+ d\n$",
    ),
  );
});

Deno.test("hub stats --json gives the same, and the five hosts with the most", async () => {
  const hosts = Array.from({ length: 7 }, (_, at) => callbackOf(`h${at}.example`));
  const subscriptions = Object.fromEntries(
    [...hosts, ...hosts.slice(3)].map((callback, at) => [`a${at.toString(16)}`, subscriptionOf({ callback })]),
  );
  await using store = await seeded({ subscriptions });
  const document = JSON.parse((await store.hub("stats", "--json")).stdout);
  assert.equal(document.hosts.count, 7);
  assert.deepEqual(
    document.hosts.largest.map(({ host, subscriptions }: { host: string; subscriptions: number }) =>
      `${host} ${subscriptions}`
    ),
    ["h3.example 2", "h4.example 2", "h5.example 2", "h6.example 2", "h0.example 1"],
  );
  assert.deepEqual(document.topics[0], {
    topic: PATH,
    version: 0,
    changed_at: null,
    live: 11,
    behind: 0,
    undelivered_since: null,
    undelivered_seconds: null,
  });
  assert.deepEqual([document.next_attempt, document.requests_waiting, document.denials_to_tell], [null, 0, 0]);
  assert.deepEqual(document.counters[0], { kind: "subscription", stored: 11, counted: 11, agrees: true });
});

Deno.test("hub stats says when a stored counter is wrong", async () => {
  await using store = await seeded();
  await store.look((kv) => kv.delete(subscriptionKey(PATH, idOf("b1b2"))));
  assert.match(
    (await store.hub("stats")).stdout,
    /\n\nThe stored count of subscriptions is 4, but there are 3\. The hub's limits go by the stored count\.\n$/,
  );
});
