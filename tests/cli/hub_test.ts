import assert from "node:assert/strict";
import { hubRow } from "../../cli/hub/shown_rows.ts";
import { countRows, denialKey, pendingKey, readSubscription, subscriptionKey } from "../../websub/store/hub_rows.ts";
import type { Denial, Subscription } from "../../websub/store/subscription.ts";
import { HIDDEN, idOf, PAST, seeded, subscriptionOf } from "../support/hub/hub_seed.ts";

const PATH = "/reviews.json";
const wrong = (line: string) => ({ code: 1, stdout: "", stderr: `${line}\n` });

/** The cells of a printed table. */
function cellsOf(stdout: string): readonly (readonly string[])[] {
  return stdout.trimEnd().split("\n").map((line) => line.split(/ {2,}/));
}

Deno.test("hub prints no secret and no query of a callback with any option", async () => {
  await using store = await seeded();
  const shows = ["list", "list --json", "show a1b2", "show a1b2 --json", "show e1e2", "show f1f2", "show f1f2 --json"];
  const acts = ["replay --all", "replay e1e2", "remove f1f2", "remove a1b2", "remove --yes a1b2 b1b2 c1c2 e1e2"];
  for (const line of [...shows, "stats", "stats --json", ...acts]) {
    const { stdout, stderr } = await store.hub(...line.split(" "));
    assert.notEqual(stdout + stderr, "");
    assert.doesNotMatch(stdout + stderr, new RegExp(HIDDEN), line);
  }
  await using twins = await seeded({ subscriptions: { abcd1: subscriptionOf(), abcd2: subscriptionOf() } });
  assert.doesNotMatch((await twins.hub("remove", "abcd")).stderr, new RegExp(HIDDEN));
});

Deno.test("hub list shows every subscription, request and denial in one table", async () => {
  await using store = await seeded();
  const [expiry, retry] = ["2099-01-01 00:00:00", "2098-07-01 08:05:00"];
  const callback = "https://a.example/callback?…";
  const long = `https://b.example/${"long/".repeat(20)}`.slice(0, 59) + "…";
  const { stdout } = await store.hub("list");
  assert.deepEqual(cellsOf(stdout), [
    [
      ...["ID", "TOPIC", "CALLBACK", "STATE", "DELIVERY", "ATTEMPT", "NEXT ATTEMPT AT", "LAST RESULT", "EXPIRES AT"],
      "SIGNED",
    ],
    ["a1b2c3d4e5f6", PATH, callback, "up_to_date", "-", "-", "-", "204", expiry, "yes"],
    ["b1b200000000", PATH, callback, "retry", "2", "4", retry, "timeout", expiry, "no"],
    ["d1d200000000", PATH, "https://d.example/plain", "expired", "-", "-", "-", "-", "2026-05-01 12:00:30", "yes"],
    ["c1c200000000", "/feed.xml", long, "behind", "-", "-", "-", "-", expiry, "yes"],
    ["a1b2c3d4e5f6", PATH, callback, "unverified", "-", "2", expiry, "-", "-", "yes"],
    ["e1e200000000", PATH, "https://b.example/callback?…", "unverified", "-", "2", expiry, "-", "-", "yes"],
    ["f1f200000000", PATH, callback, "ended", "-", "2", expiry, "-", "-", "-"],
  ]);
  const at = stdout.indexOf("STATE");
  for (const line of stdout.trimEnd().split("\n")) assert.match(line.slice(at - 2, at + 1), /^ {2}\S$/, line);
  const ids = async (...args: string[]) =>
    JSON.parse((await store.hub("list", "--json", ...args)).stdout).map(({ id }: { id: string }) => id.slice(0, 4));
  assert.deepEqual(await ids("--topic", "/feed.xml"), ["c1c2"]);
  assert.deepEqual(await ids("--topic", "https://reviews.example/feed.xml"), ["c1c2"]);
  assert.deepEqual(await ids("--host", "B.example"), ["c1c2", "e1e2"]);
  assert.deepEqual(await ids("--host", "b.example", "--topic", PATH), ["e1e2"]);
  assert.deepEqual(await ids("--failing"), ["b1b2"]);
  assert.deepEqual(await ids("--host", "other.example"), []);
  assert.equal((await store.hub("list", "--host", "other.example")).stdout, "No subscriptions.\n");
});

Deno.test("hub show and list --json give a subscription the same members, with stable names", async () => {
  await using store = await seeded();
  const naming = {
    topic: PATH,
    topic_url: "https://reviews.example/reviews.json",
    callback: "https://a.example/callback?…",
  };
  const [failing] = JSON.parse((await store.hub("list", "--json", "--failing")).stdout);
  assert.deepEqual(failing, {
    kind: "subscription",
    id: "b1b200000000",
    ...naming,
    state: "retry",
    lease_seconds: 864_000,
    signed: false,
    verified_at: "2026-05-01T12:00:30.000Z",
    expires_at: "2099-01-01T00:00:00.000Z",
    delivered_version: 3,
    topic_version: 4,
    failed_deliveries: 1,
    delivery: 2,
    attempt: 4,
    next_attempt_at: "2098-07-01T08:05:00.000Z",
    last_result: "timeout",
    attempts: [
      { at: "2026-05-01T12:00:30.000Z", version: 3, result: 200, milliseconds: 120 },
      { at: "2026-05-01T12:00:30.000Z", version: 4, result: "timeout", milliseconds: 120 },
    ],
  });
  for (const id of ["b1b2", "B1B2", idOf("b1b2")]) {
    assert.deepEqual(JSON.parse((await store.hub("show", id, "--json")).stdout), [failing]);
    assert.match(
      (await store.hub("show", id)).stdout,
      /^kind +subscription\nid +b1b200000000\n[^]*\nfailed deliveries +1\n[^]*\nAT +VERSION +RESULT +MILLISECONDS\n2026-05-01 12:00:30 +3 +200 +120\n2026-05-01 12:00:30 +4 +timeout +120\n$/,
    );
  }
  const [, request] = JSON.parse((await store.hub("show", "a1b2", "--json")).stdout);
  assert.deepEqual(request, {
    kind: "request",
    id: "a1b2c3d4e5f6",
    ...naming,
    state: "unverified",
    mode: "unsubscribe",
    lease_seconds: 864_000,
    signed: true,
    requested_at: "2026-05-01T12:00:30.000Z",
    attempt: 2,
    next_attempt_at: "2099-01-01T00:00:00.000Z",
  });
  assert.deepEqual(JSON.parse((await store.hub("show", "f1f2", "--json")).stdout), [{
    kind: "denial",
    id: "f1f200000000",
    ...naming,
    state: "ended",
    reason: "there is no room",
    denied_at: "2026-05-01T12:00:30.000Z",
    attempt: 2,
    next_attempt_at: "2099-01-01T00:00:00.000Z",
  }]);
});

Deno.test("a subscription is expired, else waits for a retry, else is behind or up to date", () => {
  const shown = (members: Partial<Subscription>, version = 4) => {
    const value = subscriptionOf({ expiresAt: PAST + 1, ...members });
    const entry = { key: subscriptionKey(PATH, idOf("aa")), value, versionstamp: "1" };
    const { state, delivery, attempt } = hubRow({ kind: "subscription", id: idOf("aa"), entry }, version, PAST);
    return [state, delivery, attempt];
  };
  assert.deepEqual([shown({})[0], shown({}, 0)[0], shown({ deliveredVersion: 3 })[0]], [
    ...["up_to_date", "up_to_date", "behind"],
  ]);
  assert.equal(shown({ deliveredVersion: 3, failures: 1, expiresAt: PAST })[0], "expired");
  assert.deepEqual(shown({ deliveredVersion: 3, failures: 1 }), ["retry", 2, 1]);
  assert.deepEqual(shown({ failures: 1, failedAttempts: 2 }), ["retry", 2, 3]);
});

Deno.test("hub remove needs --yes, ends subscriptions, makes their denials due, and removes their requests", async () => {
  await using store = await seeded();
  const refused = await store.hub("remove", "a1b2");
  assert.deepEqual([refused.code, refused.stdout], [2, ""]);
  assert.match(refused.stderr, /^ID .*\na1b2c3d4e5f6 .*\na1b2c3d4e5f6 .*\nNothing was removed\. .*--yes\.\n$/);
  const before = Date.now();
  const { code, stdout } = await store.hub("remove", "--yes", "a1b2c3", "d1d2", "e1e2", "a1b2c3d4");
  assert.equal(code, 0);
  assert.match(stdout, /\nRemoved 3 subscriptions\. A running service notifies the live ones within seconds\.\n$/);
  await store.look(async (kv) => {
    assert.equal((await readSubscription(kv, PATH, idOf("a1b2c3d4e5f6"))).value, null);
    assert.equal((await kv.get(pendingKey(idOf("a1b2c3d4e5f6")))).value, null);
    assert.deepEqual([await countRows(kv, "subscription"), await countRows(kv, "pending")], [2, 0]);
    const { value: denial } = await kv.get<Denial>(denialKey(idOf("a1b2c3d4e5f6")));
    assert.equal(denial?.reason, "The operator of this hub has ended the subscription");
    assert.ok(denial.nextAttemptAt >= before && denial.nextAttemptAt <= Date.now());
  });
  assert.equal((await store.hub("remove", "b1b2", "--yes", "--reason", "Moved to another hub")).code, 0);
  const denial = await store.look((kv) => kv.get<Denial>(denialKey(idOf("b1b2"))));
  assert.equal(denial.value?.reason, "Moved to another hub");
  for (const reason of ["two\nlines", "x".repeat(201), " "]) {
    const { code, stderr } = await store.hub("remove", "c1c2", "--yes", "--reason", reason);
    assert.deepEqual([code, stderr.startsWith("--reason has")], [1, true]);
  }
});

Deno.test("hub remove and hub replay do nothing when one id is unknown, ambiguous or has ended", async () => {
  await using store = await seeded({
    subscriptions: { a1b2: subscriptionOf(), abcd1: subscriptionOf(), abcd2: subscriptionOf() },
    denials: { f1f2: { ...subscriptionOf(), reason: "", deniedAt: PAST, attempts: 0, nextAttemptAt: PAST } },
  });
  // A store that loses answers writes receipts when it is opened.
  const rows = () =>
    store.look(async (kv) => (await Array.fromAsync(kv.list({ prefix: [] }))).filter(({ key }) => key[0] !== "commit"));
  const before = await rows();
  for (
    const args of [["remove", "--yes", "a1b2", "9999"], ["remove", "--yes", "a1b2", "f1f2"], ["replay", "a1b2", "f1f2"]]
  ) {
    const { code, stdout, stderr } = await store.hub(...args);
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, /Nothing was done/);
  }
  assert.deepEqual(
    await store.hub("replay", "a1b2", "abcd"),
    wrong("2 ids begin with abcd: abcd10000000, abcd20000000. Nothing was done."),
  );
  assert.deepEqual(await rows(), before);
});

Deno.test("hub replay schedules the chosen subscriptions again, and prints their number", async () => {
  const left = " Left out, as expired or without a version: 1.";
  const expectations: readonly (readonly [readonly string[], string, Readonly<Record<string, number>>])[] = [
    [["b1b2"], "1 subscription to send again; a running service begins within seconds.", { a1b2c3d4e5f6: 4, b1b2: 3 }],
    [
      ["--topic", "https://reviews.example/reviews.json"],
      `2 subscriptions to send again; a running service begins within seconds.${left}`,
      { a1b2c3d4e5f6: 3, b1b2: 3, d1d2: 4 },
    ],
    [["d1d2"], `0 subscriptions to send again; a running service begins within seconds.${left}`, { d1d2: 4 }],
  ];
  for (const [args, stdout, versions] of expectations) {
    await using store = await seeded();
    assert.deepEqual(await store.hub("replay", ...args), { code: 0, stdout: `${stdout}\n`, stderr: "" });
    await store.look(async (kv) => {
      for (const [id, version] of Object.entries(versions)) {
        const { value } = await readSubscription(kv, PATH, idOf(id));
        assert.equal(value?.deliveredVersion, version, id);
        if (version === 3) assert.ok(value.failures === 0 && value.nextAttemptAt <= Date.now());
      }
      assert.equal((await readSubscription(kv, "/feed.xml", idOf("c1c2"))).value?.deliveredVersion, 1);
    });
  }
});

Deno.test("hub stats counts the live subscriptions of each topic, and apart from them the expired", async () => {
  await using store = await seeded();
  assert.deepEqual(JSON.parse((await store.hub("stats", "--json")).stdout)[0], {
    topic: PATH,
    version: 4,
    changed_at: "2026-05-01T12:00:30.000Z",
    live: 2,
    behind: 1,
    failing: 1,
    signed: 1,
    expired: 1,
    requests: 2,
    denials: 1,
    undelivered_since: "2026-05-01T12:00:30.000Z",
    next_attempt_at: "2098-07-01T08:05:00.000Z",
    bytes_per_change: 0,
  });
  const [header, ...rows] = cellsOf((await store.hub("stats")).stdout);
  assert.deepEqual(header?.slice(0, 4), ["TOPIC", "VERSION", "CHANGED AT", "LIVE"]);
  const since = "2026-05-01 12:00:30";
  assert.deepEqual(rows, [
    [PATH, "4", since, "2", "1", "1", "1", "1", "2", "1", since, "2098-07-01 08:05:00", "0"],
    ["/api/feed.json", "0", "-", "0", "0", "0", "0", "0", "0", "0", "-", "-", "0"],
    ["/feed.xml", "2", since, "1", "1", "0", "1", "0", "0", "0", since, "-", "0"],
  ]);
});
