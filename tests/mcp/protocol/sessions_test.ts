import { fc } from "../../support/properties.ts";
import assert from "node:assert/strict";
import { openStore } from "../../../cli/service/store/open_store.ts";
import { type EndedSessions, endedSessions, Sessions, sessionSecret } from "../../../mcp/protocol/sessions.ts";
import { FakeClock } from "../../support/service/fake_clock.ts";
import { tempStore } from "../../support/service/run_cli.ts";

const DAY = 24 * 60 * 60 * 1000;
const SECRET = new Uint8Array(32).fill(7);

/** Ended sessions in a set; counts the lookups. */
class EndedInMemory implements EndedSessions {
  readonly ids = new Map<string, number>();
  asked = 0;
  readonly end = (id: string, expiresAt: number) => Promise.resolve(void this.ids.set(id, expiresAt));
  readonly hasEnded = (id: string) => {
    this.asked++;
    return Promise.resolve(this.ids.has(id));
  };
}

function twoProcesses(secrets = [SECRET, SECRET]) {
  const clock = new FakeClock();
  const ended = new EndedInMemory();
  const [here, there] = secrets.map((secret) => new Sessions({ secret, ended, now: clock.now }));
  assert.ok(here !== undefined && there !== undefined);
  return { clock, ended, here, there };
}

Deno.test("a session id is visible ASCII, and taken by every process with the same secret alone", async () => {
  const { here, there } = twoProcesses();
  const id = here.issue();
  assert.match(id, /^v1\.[\w-]+\.[\w-]{43}$/);
  assert.notEqual(here.issue(), id);
  assert.equal(await here.use(id), true);
  assert.equal(await there.use(id), true);
  const { there: stranger } = twoProcesses([SECRET, new Uint8Array(32).fill(8)]);
  assert.equal(await stranger.use(id), false);
});

Deno.test("a session id with any character changed, added or missing is refused", async () => {
  const { here } = twoProcesses();
  const id = here.issue();
  for (let at = 0; at < id.length; at++) {
    for (const character of ["A", "B", "_", "."]) {
      const changed = id.slice(0, at) + character + id.slice(at + 1);
      if (changed !== id) assert.equal(await here.use(changed), false, changed);
    }
    assert.equal(await here.use(id.slice(0, at)), false);
  }
  for (const more of ["A", ".", "=", " "]) assert.equal(await here.use(id + more), false);
  await fc.assert(fc.asyncProperty(fc.string(), async (text) => {
    assert.equal(await here.use(text), false);
    assert.equal(await here.use(`v1.${text}`), false);
  }));
});

Deno.test("a session ends 24 hours after its last use", async () => {
  const { clock, here, there } = twoProcesses();
  const [used, unused] = [here.issue(), here.issue()];
  for (let day = 0; day < 5; day++) {
    clock.advance(DAY - 1);
    assert.equal(await here.use(used), true);
  }
  assert.equal(await here.use(unused), false);
  clock.advance(DAY);
  assert.equal(await here.use(used), false);
  assert.equal(await here.use(used), false);
  const elsewhere = here.issue();
  clock.advance(DAY - 1);
  assert.equal(await there.use(elsewhere), true);
  clock.advance(1);
  assert.equal(await here.use(elsewhere), false, "a process knows of the uses that it has seen");
  assert.equal(await there.use(elsewhere), true);
});

Deno.test("a session that is ended is refused here at once, and elsewhere within 30 seconds", async () => {
  const { clock, ended, here, there } = twoProcesses();
  const id = here.issue();
  assert.equal(await there.use(id), true);
  assert.equal(await here.end(id), true);
  assert.equal(await here.use(id), false);
  assert.equal(await here.end(id), false);
  assert.equal(ended.ids.size, 1);
  clock.advance(30_000);
  assert.equal(await there.use(id), false);
  assert.equal(await there.end(id), false);
});

Deno.test("the end of a session is stored for longer than any process considers the session valid", async () => {
  const { clock, ended, here, there } = twoProcesses();
  const id = here.issue();
  clock.advance(DAY - 1);
  assert.equal(await here.end(id), true);
  clock.advance(29_999);
  const lastUse = clock.now();
  assert.equal(await there.use(id), false);
  assert.ok(Math.max(...ended.ids.values()) >= lastUse + DAY);
});

Deno.test("the store is queried for a session's end once in 30 seconds at most", async () => {
  const { clock, ended, here } = twoProcesses();
  const id = here.issue();
  for (let second = 0; second < 60; second++) {
    assert.equal(await here.use(id), true);
    clock.advance(1000);
  }
  assert.equal(ended.asked, 2);
  await here.use("v1.forged");
  assert.equal(ended.asked, 2);
});

Deno.test("a process remembers the use of 5000 sessions, and reads others' age from their ids", async () => {
  const { clock, ended, here } = twoProcesses();
  const [first, kept] = [here.issue(), here.issue()];
  await here.use(kept);
  await here.use(first);
  for (let more = 0; more < 4999; more++) {
    await here.use(kept);
    await here.use(here.issue());
  }
  assert.equal(ended.asked, 5001);
  await here.use(kept);
  assert.equal(ended.asked, 5001, "the one used last is still remembered");
  await here.use(first);
  assert.equal(ended.asked, 5002, "the one used longest ago is not");
  clock.advance(1);
  assert.equal(await here.use(first), true);
});

Deno.test("the secret is made once: processes that start together and later ones have the same", async () => {
  await using store = await tempStore();
  const kvs = await Promise.all([1, 2, 3].map(async () => (await openStore(store.kvPath)).kv));
  const secrets = await Promise.all(kvs.map((kv) => sessionSecret(kv)));
  for (const secret of secrets) assert.deepEqual(secret, secrets[0]);
  assert.equal(secrets[0]?.length, 32);
  assert.deepEqual((await kvs[0]?.get(["key", "mcp-session"]))?.value, secrets[0]);
  for (const kv of kvs) kv.close();
  using again = await Deno.openKv(store.kvPath);
  assert.deepEqual(await sessionSecret(again), secrets[0]);
  using other = await Deno.openKv(":memory:");
  assert.notDeepEqual(await sessionSecret(other), secrets[0]);
});

Deno.test("the end of a session is kept in the store until it expires, also where the store is slow to remove it", async () => {
  using kv = await Deno.openKv(":memory:");
  const clock = new FakeClock();
  const ended = endedSessions(kv, clock.now);
  assert.equal(await ended.hasEnded("a"), false);
  await ended.end("a", clock.now() + DAY);
  assert.equal(await ended.hasEnded("a"), true);
  assert.equal(await ended.hasEnded("b"), false);
  clock.advance(DAY - 1);
  assert.equal(await ended.hasEnded("a"), true);
  clock.advance(1);
  assert.equal(await ended.hasEnded("a"), false);
  assert.notEqual((await kv.get(["ended_session", "a"])).value, null);
});
