import assert from "node:assert/strict";
import { seeded } from "../../support/hub/hub_seed.ts";

const PATH = "/reviews.json";
const ok = (stdout: string) => ({ code: 0, stdout, stderr: "" });

Deno.test("hub list prints one line if there are no subscriptions", async () => {
  await using store = await seeded({});
  assert.deepEqual(await store.hub("list"), ok("There are no subscriptions yet.\n"));
  assert.deepEqual(await store.hub("list", "--failing"), ok("No subscription matches.\n"));
  assert.deepEqual(await store.hub("list", "--json"), ok("[]\n"));
});

Deno.test("hub list shows the state of every subscription and request", async () => {
  await using store = await seeded();
  const long = `https://b.example/${"long/".repeat(6)}…?…`;
  assert.deepEqual(
    (await store.hub("list")).stdout.trimEnd().split("\n").map((line) => line.split(/ {2,}/)),
    [
      ["ID", "TOPIC", "CALLBACK", "EXPIRES", "STATE", "LAST", "SIGNED"],
      [
        "a1b2c3d4e5f6",
        PATH,
        "https://a.example/callback?…",
        "2099-01-01 00:00",
        "up to date",
        "204, 2026-05-01 12:00",
        "yes",
      ],
      [
        "b1b200000000",
        PATH,
        "https://a.example/callback?…",
        "2099-01-01 00:00",
        "attempt 4 of delivery 2 of 3 at 2098-07-01 08:05",
        "timeout, 2026-05-01 12:00",
        "no",
      ],
      ["d1d200000000", PATH, "https://d.example/plain", "2026-05-01 12:00", "expired", "-", "yes"],
      ["c1c200000000", "/feed.xml", long, "2099-01-01 00:00", "behind", "-", "yes"],
      ["a1b2c3d4e5f6", PATH, "https://a.example/callback?…", "-", "end waiting for verification", "-", "yes"],
      ["e1e200000000", PATH, "https://b.example/callback?…", "-", "waiting for verification", "-", "yes"],
    ],
  );
});

Deno.test("hub list aligns its columns", async () => {
  await using store = await seeded();
  const lines = (await store.hub("list")).stdout.trimEnd().split("\n");
  const [header = ""] = lines;
  for (const title of ["TOPIC", "CALLBACK", "EXPIRES", "STATE", "LAST", "SIGNED"]) {
    const at = header.indexOf(title);
    for (const line of lines) assert.match(line.slice(at - 2, at + 1), /^ {2}\S$/, `${title} in ${line}`);
  }
});

Deno.test("hub list filters by topic, by host and by failure", async () => {
  await using store = await seeded();
  const ids = async (...args: string[]) =>
    JSON.parse((await store.hub("list", "--json", ...args)).stdout).map(({ id }: { id: string }) => id.slice(0, 4));
  assert.deepEqual(await ids("--topic", "/feed.xml"), ["c1c2"]);
  assert.deepEqual(await ids("--topic", "https://reviews.example/feed.xml"), ["c1c2"]);
  assert.deepEqual(await ids("--host", "B.example"), ["c1c2", "e1e2"]);
  assert.deepEqual(await ids("--host", "b.example", "--topic", PATH), ["e1e2"]);
  assert.deepEqual(await ids("--failing"), ["b1b2"]);
});

Deno.test("hub list --json gives objects whose members have stable names", async () => {
  await using store = await seeded();
  const naming = {
    topic: PATH,
    topic_url: "https://reviews.example/reviews.json",
    callback: "https://a.example/callback",
    callback_query_hidden: true,
  };
  const [, failing, , , request] = JSON.parse((await store.hub("list", "--json")).stdout);
  assert.deepEqual(failing, {
    kind: "subscription",
    id: "b1b200000000",
    ...naming,
    state: "retry",
    signed: false,
    lease_seconds: 864_000,
    verified_at: "2026-05-01T12:00:30.000Z",
    expires_at: "2099-01-01T00:00:00.000Z",
    delivered_version: 3,
    topic_version: 4,
    failures: 1,
    failed_attempts: 3,
    next_attempt_at: "2098-07-01T08:05:00.000Z",
    last_attempt: {
      at: "2026-05-01T12:00:30.000Z",
      version: 4,
      status: null,
      failure: "timeout",
      milliseconds: 120,
    },
  });
  assert.deepEqual(request, {
    kind: "request",
    id: "a1b2c3d4e5f6",
    ...naming,
    state: "waiting_for_verification",
    mode: "unsubscribe",
    signed: true,
    lease_seconds: 864_000,
    requested_at: "2026-05-01T12:00:30.000Z",
    verification_requests: 1,
    next_attempt_at: "2099-01-01T00:00:00.000Z",
  });
});
