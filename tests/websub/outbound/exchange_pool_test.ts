import assert from "node:assert/strict";
import { ExchangePool, READ_AHEAD } from "../../../websub/outbound/exchange_pool.ts";

/** A task that ends when it is told to. */
function heldTask(names: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    end: resolve,
    task: () => {
      names.push(name);
      return promise;
    },
  };
}

Deno.test("a pool runs so many tasks in all and so many for one host, and the others when a place is free", async () => {
  const pool = new ExchangePool(7, 2);
  const begun: string[] = [];
  const tasks = ["a1", "a2", "a3", "a4", "b1", "c1"].map((name) => ({ name, ...heldTask(begun, name) }));
  for (const { name, task } of tasks) pool.submit(name.slice(0, 1), "delivery", task);
  assert.deepEqual(begun, ["a1", "a2", "b1"]);
  assert.deepEqual(pool.load, { running: 3, waiting: 3 });
  tasks[0]?.end();
  await pool.run("z", "verification", () => Promise.resolve());
  assert.deepEqual(begun, ["a1", "a2", "b1", "c1"]);
  for (const { end } of tasks) end();
  await pool.idle();
  assert.deepEqual([...begun].sort(), ["a1", "a2", "a3", "a4", "b1", "c1"]);
  assert.deepEqual(pool.load, { running: 0, waiting: 0 });
});

Deno.test("a verification finds a place while deliveries have taken all of theirs", async () => {
  const pool = new ExchangePool(6, 2);
  const begun: string[] = [];
  const tasks = ["a", "b", "c", "d", "e"].map((name) => ({ name, ...heldTask(begun, name) }));
  for (const { name, task } of tasks) pool.submit(name, "delivery", task);
  assert.deepEqual(begun, ["a", "b"]);
  await pool.run("v", "verification", () => Promise.resolve(void begun.push("v")));
  assert.deepEqual(begun, ["a", "b", "v"]);
  for (const { end } of tasks) end();
  await pool.idle();
  assert.equal(begun.length, 6);
});

Deno.test("a host that never answers keeps its own places and no other", async () => {
  const pool = new ExchangePool(10, 2);
  const begun: string[] = [];
  const hanging = Array.from({ length: 50 }, (_, n) => heldTask(begun, `slow ${n}`));
  for (const { task } of hanging) pool.submit("slow", "delivery", task);
  for (let n = 0; n < 500; n++) await pool.run(`host ${n}`, "delivery", () => Promise.resolve());
  assert.deepEqual(begun, ["slow 0", "slow 1"]);
  for (const { end } of hanging) end();
  await pool.idle();
  assert.equal(begun.length, 50);
});

Deno.test("there is room while places are free, whatever waits for one host, and none when all are taken", async () => {
  const pool = new ExchangePool(8, 2);
  const begun: string[] = [];
  const held = Array.from({ length: 2 * READ_AHEAD }, (_, n) => heldTask(begun, String(n)));
  for (const { task } of held) pool.submit("slow", "delivery", task);
  await pool.room();
  const others = ["a", "b"].map((name) => ({ name, ...heldTask(begun, name) }));
  for (const { name, task } of others) pool.submit(name, "delivery", task);
  let isRoom = false;
  const room = pool.room().then(() => isRoom = true);
  await Promise.resolve();
  assert.equal(isRoom, false);
  others[0]?.end();
  await room;
  for (const { end } of [...held, ...others]) end();
  await pool.idle();
});

for (const kind of ["verification", "retry"] as const) {
  Deno.test(`exchanges of the kind ${kind} take a quarter of the places, and deliveries go on`, async () => {
    const pool = new ExchangePool(16, 2);
    const begun: string[] = [];
    const slow = Array.from({ length: 100 }, (_, n) => ({ host: `slow ${n}`, ...heldTask(begun, "slow") }));
    for (const { host, task } of slow) pool.submit(host, kind, task);
    assert.equal(begun.length, 4);
    for (let n = 0; n < 100; n++) await pool.run(`host ${n}`, "delivery", () => Promise.resolve());
    assert.equal(begun.length, 4);
    for (const { end } of slow) end();
    await pool.idle();
    assert.equal(begun.length, 100);
  });
}
