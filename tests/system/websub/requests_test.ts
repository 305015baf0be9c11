import assert from "node:assert/strict";
import { confirm, heldBack } from "../../support/subscriber/callback_answers.ts";
import { BASE_URL, claims, startHub } from "../../support/hub/hub_under_test.ts";

Deno.test("WebSub 5.1: subscription requests", async (t) => {
  await using hub = await startHub();
  const claim = claims(t);

  await claim(
    "WebSub 5.1.2: an accepted request is answered 202 while the callback still owes its answer",
    async () => {
      const { answers, release } = heldBack(confirm);
      const callback = hub.callback("/callback", answers);
      await hub.subscribe(callback);
      // An answer that waited for the callback would come only after this verification had failed.
      release();
      await hub.publish();
      await callback.next("distribution");
    },
  );

  await claim(
    "WebSub 5.1.2: a refusal is plain text, a line for each fault, and its callback is never asked",
    async () => {
      const refused = hub.callback();
      const answer = await hub.send({
        "hub.mode": "publish",
        "hub.callback": `${refused.url}#part`,
        "hub.topic": `${BASE_URL}/insights.json`,
        "hub.secret": "s".repeat(200),
      });
      assert.deepEqual([answer.status, answer.headers.get("content-type")?.split(";")[0]], [400, "text/plain"]);
      const lines = (await answer.text()).trimEnd().split("\n");
      assert.deepEqual(lines.map((line) => line.split(":")[0]).sort(), [
        "hub.callback",
        "hub.mode",
        "hub.secret",
        "hub.topic",
      ]);
      await hub.settle();
      assert.deepEqual(refused.requests(), []);
    },
  );

  await claim("WebSub 5.1: unknown parameters are ignored, and the callback does not see them", async () => {
    const callback = hub.callback();
    const { query } = await hub.subscribe(callback, {
      "foo": "bar",
      "hub.foo": "hub.bar",
      "hub.verify": "sync",
      "hub.verify_token": "token",
      "hub.challenge": "mine",
    });
    assert.deepEqual([...query.keys()].sort(), ["hub.challenge", "hub.lease_seconds", "hub.mode", "hub.topic"]);
    assert.notEqual(query.get("hub.challenge"), "mine");
  });

  await claim(
    "WebSub 5.1.1: a topic in another spelling of the same URL is taken and told as it was sent",
    async () => {
      for (const topic of [`HTTPS://Reviews.Example:443/reviews.json`, `${BASE_URL}/a/../reviews.json`]) {
        const callback = hub.callback();
        assert.equal((await hub.subscribe(callback, { "hub.topic": topic })).query.get("hub.topic"), topic);
        await hub.publish();
        await callback.next("distribution");
      }
    },
  );
});
