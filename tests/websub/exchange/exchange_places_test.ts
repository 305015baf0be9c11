import assert from "node:assert/strict";
import { ExchangePlaces } from "../../../websub/exchange/exchange_places.ts";

/** A verification that ends when it is told to. */
function heldTask(begun: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    end: resolve,
    task: () => {
      begun.push(name);
      return promise;
    },
  };
}

Deno.test("there are so many places in all and so many for one host, and each can be taken again", () => {
  const places = new ExchangePlaces(7, 2);
  const freed: string[] = [];
  places.onFree = (host) => void freed.push(host);
  const taken = ["a", "a", "a", "b", "c"].map((host) => places.take("delivery", host));
  // Four of the seven are kept for others than deliveries.
  assert.deepEqual(taken, [true, true, false, true, false]);
  assert.equal(places.hasPlace("delivery"), false);
  places.give("delivery", "a");
  assert.deepEqual(freed, ["a"]);
  assert.ok(places.take("delivery", "c"));
  assert.equal(places.take("delivery", "a"), false);
});

Deno.test("verifications begin one after the other when their host or the hub has a place", async () => {
  const places = new ExchangePlaces(8, 1);
  const begun: string[] = [];
  const tasks = ["a1", "a2", "b1", "c1"].map((name) => ({ name, ...heldTask(begun, name) }));
  for (const { name, task } of tasks) places.submit(name.slice(0, 1), task);
  // A quarter of the places are for verifications.
  assert.deepEqual(begun, ["a1", "b1"]);
  for (const { end } of tasks) end();
  await places.idle();
  assert.deepEqual([...begun].sort(), ["a1", "a2", "b1", "c1"]);
});

Deno.test("a verification finds a place while deliveries have taken all of theirs", async () => {
  const places = new ExchangePlaces(6, 2);
  for (const host of ["a", "b"]) assert.ok(places.take("delivery", host));
  assert.equal(places.take("delivery", "c"), false);
  const begun: string[] = [];
  const { task, end } = heldTask(begun, "v");
  places.submit("v", task);
  assert.deepEqual(begun, ["v"]);
  end();
  for (const host of ["a", "b"]) places.give("delivery", host);
  await places.idle();
});

Deno.test("a host that never answers keeps its own places and no other", () => {
  const places = new ExchangePlaces(10, 2);
  const hanging = Array.from({ length: 50 }, () => places.take("delivery", "slow"));
  assert.equal(hanging.filter((isTaken) => isTaken).length, 2);
  for (let n = 0; n < 500; n++) {
    assert.ok(places.take("delivery", `host ${n}`));
    places.give("delivery", `host ${n}`);
  }
});

Deno.test("a host whose places deliveries have taken verifies when one of them is given back", async () => {
  const places = new ExchangePlaces(16, 1);
  assert.ok(places.take("delivery", "a"));
  const begun: string[] = [];
  const { task, end } = heldTask(begun, "v");
  places.submit("a", task);
  assert.deepEqual(begun, []);
  places.give("delivery", "a");
  assert.deepEqual(begun, ["v"]);
  assert.equal(places.take("delivery", "a"), false);
  end();
  await places.idle();
});

Deno.test("verifications take a quarter of the places, and deliveries go on", async () => {
  const places = new ExchangePlaces(16, 2);
  const begun: string[] = [];
  const slow = Array.from({ length: 100 }, (_, n) => ({ host: `slow ${n}`, ...heldTask(begun, "slow") }));
  for (const { host, task } of slow) places.submit(host, task);
  assert.equal(begun.length, 4);
  assert.ok(places.take("delivery", "a"));
  places.give("delivery", "a");
  assert.equal(begun.length, 4);
  for (const { end } of slow) end();
  await places.idle();
  assert.equal(begun.length, 100);
});

Deno.test("retries take a quarter of the places, and deliveries go on", () => {
  const places = new ExchangePlaces(16, 2);
  const taken = Array.from({ length: 100 }, (_, n) => places.take("retry", `slow ${n}`));
  assert.equal(taken.filter((isTaken) => isTaken).length, 4);
  assert.ok(places.take("delivery", "a"));
});
