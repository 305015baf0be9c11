import assert from "node:assert/strict";
import { BASE_URL, claims, requestOf, startHub } from "../../support/hub/hub_under_test.ts";

Deno.test("WebSub 5.1: unsubscription", async (t) => {
  await using hub = await startHub();
  const claim = claims(t);

  await claim("WebSub 5.3: an unsubscription is verified, and after it nothing is sent", async () => {
    const callback = hub.callback("/callback?a=1");
    await hub.subscribe(callback);
    await hub.settle(callback);
    const { query, target } = await hub.unsubscribe(callback);
    assert.match(target, /^\/callback\?a=1&/);
    assert.equal(query.get("hub.mode"), "unsubscribe");
    assert.equal(query.get("hub.topic"), `${BASE_URL}/reviews.json`);
    assert.ok(query.get("hub.challenge"));
    await hub.settle();
    assert.deepEqual(callback.requests().map(({ kind }) => kind), [
      "verification",
      "distribution",
      "distribution",
      "verification",
    ]);
  });

  await claim(
    "WebSub 5.1.2: the hub answers alike whether there is a subscription or not, and asks nobody else",
    async () => {
      const [known, unknown] = [hub.callback(), hub.callback()];
      await hub.subscribe(known);
      await hub.settle(known);
      const answers = [];
      for (const { url } of [known, unknown]) {
        const answer = await hub.send(requestOf("unsubscribe", url));
        const headers = [...answer.headers].filter(([name]) => name !== "date");
        answers.push({ status: answer.status, headers, body: await answer.text() });
      }
      assert.equal(answers[0]?.status, 202);
      assert.deepEqual(answers[1], answers[0]);
      await hub.settle();
      assert.deepEqual(unknown.requests(), []);
      assert.equal(known.requests("verification").length, 2);
    },
  );

  await claim("WebSub 5.1: the unsubscription from one topic leaves the others of the same callback", async () => {
    const callback = hub.callback();
    await hub.subscribe(callback);
    await hub.subscribe(callback, { "hub.topic": `${BASE_URL}/feed.xml` });
    await hub.unsubscribe(callback, { "hub.topic": `${BASE_URL}/feed.xml` });
    await hub.settle(callback);
    for (const { headers } of callback.requests("distribution")) {
      assert.ok(headers.some(([name, value]) => name.toLowerCase() === "content-type" && value === "application/json"));
    }
  });
});
