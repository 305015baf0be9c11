import assert from "node:assert/strict";
import { ExchangePlaces, mostExchanges } from "../../../websub/exchange/exchange_places.ts";

Deno.test("places are limited in total and for each host, and a returned place can be taken again", () => {
  const places = new ExchangePlaces(7, 2);
  const freed: string[] = [];
  places.onFree = (host) => void freed.push(host);
  const taken = ["a", "a", "a", "b", "c"].map((host) => places.take("delivery", host));
  // Four of the seven are kept for retries.
  assert.deepEqual(taken, [true, true, false, true, false]);
  assert.equal(places.hasPlace("delivery"), false);
  places.give("delivery", "a");
  assert.deepEqual(freed, ["a"]);
  assert.ok(places.take("delivery", "c"));
  assert.equal(places.take("delivery", "a"), false);
});

Deno.test("verifications and later calls have places of their own, whatever deliveries take", () => {
  const places = new ExchangePlaces(16, 1);
  for (let n = 0; places.hasPlace("delivery"); n++) places.take("delivery", `host ${n}`);
  for (let n = 0; places.hasPlace("retry"); n++) places.take("retry", `failing ${n}`);
  const taken = (kind: "verification" | "later") =>
    Array.from({ length: 20 }, (_, n) => places.take(kind, `${kind} ${n}`)).filter((isTaken) => isTaken).length;
  assert.deepEqual([taken("verification"), taken("later")], [4, 2]);
  assert.equal(mostExchanges(16), 22);
});

Deno.test("the exchanges with a host are limited, whatever their kind", async () => {
  const places = new ExchangePlaces(16, 1);
  const freed: string[] = [];
  places.onFreeForCalls = () => void freed.push("calls");
  places.onFree = (host) => void freed.push(host);
  assert.ok(places.take("delivery", "a"));
  assert.deepEqual([places.hasPlaceWith("a"), places.take("verification", "a")], [false, false]);
  places.give("delivery", "a");
  assert.deepEqual(freed, ["calls", "a"]);
  assert.ok(places.take("verification", "a"));
  let isIdle = false;
  const idle = places.idle().then(() => isIdle = true);
  await Promise.resolve();
  assert.equal(isIdle, false);
  places.give("verification", "a");
  await idle;
});

Deno.test("waiting calls are searched only for a place that one of them may take", () => {
  const places = new ExchangePlaces(16, 2);
  let looks = 0;
  places.onFreeForCalls = () => looks++;
  for (const kind of ["delivery", "retry", "verification", "later"] as const) {
    assert.ok(places.take(kind, "a"));
    places.give(kind, "a");
  }
  assert.equal(looks, 2);
});
