import assert from "node:assert/strict";
import { ANSWERS, testHub } from "../../support/hub/test_hub.ts";

Deno.test("the parallel exchanges with one host are limited, verifications and deliveries alike", async () => {
  const most = { GET: 0, POST: 0 };
  // Holds the first exchanges until there are two.
  const two = { GET: Promise.withResolvers<void>(), POST: Promise.withResolvers<void>() };
  let underWay = 0;
  await using test = await testHub({
    settings: { concurrencyPerHost: 2, pendingPerHost: 0, debounceSeconds: 0 },
    subscriber: async (request) => {
      const { method } = request;
      most[method] = Math.max(most[method], ++underWay);
      if (underWay === 2) two[method].resolve();
      await two[method].promise;
      underWay--;
      return ANSWERS.echo(request);
    },
  });
  await Promise.all(Array.from({ length: 6 }, (_, n) => test.send("subscribe", `https://a.example/${n}`)));
  await test.publish("second");
  assert.equal(test.requests.filter(({ method }) => method === "POST").length, 6);
  assert.deepEqual(most, { GET: 2, POST: 2 });
});
