import assert from "node:assert/strict";
import { fc, runs } from "../../support/properties.ts";
import { RateLimit } from "../../../websub/exchange/rate_limit.ts";

function rateAt(perMinute: number) {
  const clock = { time: 1_000_000 };
  const rate = new RateLimit(perMinute, perMinute, 60_000);
  return {
    clock,
    /** Makes a request. Returns the seconds until the client may make one; 0 if it was allowed. */
    take: (client: string): number => {
      const wait = Math.max(0, Math.ceil((rate.roomAt(client, clock.time) - clock.time) / 1000));
      if (wait === 0) rate.spend(client, clock.time);
      return wait;
    },
    remembered: () => rate.size,
  };
}

Deno.test("a client may send a minute's requests at once, and then has to wait for the next", () => {
  const { clock, take } = rateAt(30);
  for (let n = 0; n < 30; n++) assert.equal(take("192.0.2.1"), 0, `request ${n}`);
  assert.equal(take("192.0.2.1"), 2);
  assert.equal(take("192.0.2.2"), 0);
  clock.time += 1999;
  assert.equal(take("192.0.2.1"), 1);
  clock.time += 1;
  assert.equal(take("192.0.2.1"), 0);
  assert.equal(take("192.0.2.1"), 2);
  clock.time += 60_000;
  for (let n = 0; n < 30; n++) assert.equal(take("192.0.2.1"), 0, `later request ${n}`);
  assert.equal(take("192.0.2.1"), 2);
});

Deno.test("no minute lets through more than the bucket and its refill, and after the stated wait a client is served", () => {
  const arrivals = fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 50, maxLength: 300 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), arrivals, (perMinute, gaps) => {
      const { clock, take } = rateAt(perMinute);
      const allowed: number[] = [];
      for (const gap of gaps) {
        clock.time += gap;
        const wait = take("192.0.2.1");
        assert.ok(Number.isInteger(wait) && wait >= 0 && wait <= 60);
        if (wait > 0) {
          clock.time += wait * 1000;
          assert.equal(take("192.0.2.1"), 0);
        }
        allowed.push(clock.time);
      }
      for (const [from, start] of allowed.entries()) {
        for (let to = from; to < allowed.length; to++) {
          const most = perMinute + ((allowed[to] ?? start) - start) * perMinute / 60_000;
          assert.ok(to - from + 1 <= most, `${to - from + 1} of ${most}`);
        }
      }
    }),
    runs(100),
  );
});

Deno.test("0 is no limit", () => {
  const { take } = rateAt(0);
  for (let n = 0; n < 1000; n++) assert.equal(take("192.0.2.1"), 0);
});

Deno.test("a client is forgotten as soon as all its requests have run back in, and no sooner", () => {
  const { clock, take, remembered } = rateAt(2);
  for (let n = 0; n < 100; n++) take(`192.0.2.${n}`);
  take("192.0.2.0");
  assert.equal(remembered(), 100);
  clock.time += 30_000;
  take("198.51.100.1");
  assert.equal(remembered(), 2);
  assert.equal(take("192.0.2.0"), 0);
  assert.equal(take("192.0.2.0"), 30);
});

Deno.test("at most 50,000 clients are remembered: those with the latest requests", () => {
  const { take, remembered } = rateAt(1);
  assert.equal(take("asked long ago"), 0);
  for (let n = 0; n < 50_500; n++) take(`client ${n}`);
  assert.equal(remembered(), 50_000);
  assert.equal(take("client 50499"), 60);
  assert.equal(take("asked long ago"), 0);
});
