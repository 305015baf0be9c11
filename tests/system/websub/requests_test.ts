import assert from "node:assert/strict";
import { confirm, heldBack } from "../../support/subscriber/callback_answers.ts";
import { BASE_URL, claims, requestOf, startHub } from "../../support/hub/hub_under_test.ts";

Deno.test("WebSub 5.1: subscription requests", async (t) => {
  await using hub = await startHub();
  const claim = claims(t);
  const endpoint = `${hub.server.origin}/api/websub/hub`;
  const refused = hub.callback();
  const good = requestOf("subscribe", refused.url);

  /** Lines of a refusal in plain text. */
  async function refusal(parameters: Readonly<Record<string, string>>): Promise<readonly string[]> {
    const answer = await hub.send(parameters);
    const text = await answer.text();
    assert.deepEqual([answer.status, answer.headers.get("content-type")?.split(";")[0]], [400, "text/plain"], text);
    return text.trimEnd().split("\n");
  }

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

  for (const method of ["GET", "PUT", "DELETE", "PATCH"]) {
    await claim(`RFC 9110 15.5.6: ${method} is answered 405 with the methods that are allowed`, async () => {
      const answer = await fetch(endpoint, { method });
      await answer.body?.cancel();
      assert.equal(answer.status, 405);
      assert.match(answer.headers.get("allow") ?? "", /\bPOST\b/);
    });
  }

  await claim("WebSub 5.1: a body that is no form is refused with 415", async () => {
    for (const type of ["application/json", "text/plain", "multipart/form-data; boundary=x"]) {
      const answer = await fetch(endpoint, {
        method: "POST",
        body: JSON.stringify(good),
        headers: { "content-type": type },
      });
      assert.equal(answer.status, 415, await answer.text());
    }
  });

  await claim("WebSub 5.1: a form that states its charset UTF-8 is taken", async () => {
    for (const charset of ["utf-8", "UTF-8", '"utf-8"']) {
      const callback = hub.callback();
      const answer = await hub.send(requestOf("subscribe", callback.url), {
        "content-type": `application/x-www-form-urlencoded;charset=${charset}`,
      });
      assert.equal(answer.status, 202, await answer.text());
      await callback.next("verification");
    }
  });

  await claim("WebSub 5.1.2: a refusal is plain text, a line for every parameter that is missing", async () => {
    assert.deepEqual((await refusal({})).map((line) => line.split(":")[0]).sort(), [
      "hub.callback",
      "hub.mode",
      "hub.topic",
    ]);
    for (const name of Object.keys(good)) {
      const lines = await refusal(Object.fromEntries(Object.entries(good).filter(([given]) => given !== name)));
      assert.deepEqual(lines.map((line) => line.split(":")[0]), [name]);
    }
  });

  await claim("WebSub 5.1.2: a client that prefers JSON gets the issues", async () => {
    const answer = await hub.send({ "hub.mode": "subscribe" }, { accept: "application/json" });
    assert.deepEqual([answer.status, answer.headers.get("content-type")], [400, "application/json"]);
    const { issues, status } = await answer.json();
    assert.equal(status, 400);
    assert.deepEqual(issues.map((issue: { in: string; path: string[] }) => [issue.in, ...issue.path]), [
      ["body", "hub.topic"],
      ["body", "hub.callback"],
    ]);
    for (const { code, message } of issues) {
      assert.deepEqual([typeof code, typeof message], ["string", "string"]);
    }
  });

  await claim("RFC 9110 15.5.14: a body beyond 8 KiB is refused with 413", async () => {
    const answer = await hub.send({ ...good, unknown: "x".repeat(8192) });
    assert.equal(answer.status, 413, await answer.text());
  });

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

  await claim("WebSub 5.1: lease and secret of an unsubscription are ignored, even where they are wrong", async () => {
    const callback = hub.callback();
    await hub.subscribe(callback);
    await hub.unsubscribe(callback, { "hub.lease_seconds": "never", "hub.secret": "s".repeat(300) });
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
