import assert from "node:assert/strict";
import { byKind, confirm, heldBack } from "../../support/subscriber/callback_answers.ts";
import { claims, type HubUnderTest, requestOf, startHub } from "../../support/hub/hub_under_test.ts";

/** Sends a request; resolves to status, seconds to wait and text of the response. */
async function ask(hub: HubUnderTest, callback: string, mode = "subscribe", headers: Record<string, string> = {}) {
  const answer = await hub.send(requestOf(mode, callback), headers);
  return {
    status: answer.status,
    type: answer.headers.get("content-type")?.split(";")[0],
    retryAfter: Number(answer.headers.get("retry-after")),
    text: await answer.text(),
  };
}

function assertLimited({ status, type, retryAfter, text }: Awaited<ReturnType<typeof ask>>): void {
  assert.deepEqual([status, type], [429, "text/plain"], text);
  assert.ok(Number.isInteger(retryAfter) && retryAfter >= 1, `Retry-After is ${retryAfter}`);
  assert.match(text, /\w+ \w+/);
}

Deno.test("the hub refuses requests beyond its limits", async (t) => {
  const claim = claims(t);
  // Each has a separate service.
  await Promise.all([
    claim(
      "RFC 6585 4: a client with too many requests in a minute is told to wait, whatever it claims to be",
      async () => {
        await using hub = await startHub({ WEBSUB_REQUESTS_PER_MINUTE: "3" });
        const { url } = hub.callback();
        for (let request = 0; request < 3; request++) assert.equal((await ask(hub, url)).status, 202);
        const limited = await ask(hub, url);
        assertLimited(limited);
        assert.ok(limited.retryAfter <= 60);
        assertLimited(await ask(hub, url, "subscribe", { "x-forwarded-for": "203.0.113.9" }));
        assertLimited(await ask(hub, url, "unsubscribe"));
      },
    ),

    claim("RFC 6585 4: a host or domain with too many requests that wait for verification gets no more", async () => {
      await using hub = await startHub({ WEBSUB_PENDING_PER_HOST: "2" });
      const { answers, release } = heldBack(confirm);
      const host = hub.callback("/1", answers);
      await hub.subscribe(host);
      assert.equal((await ask(hub, `${host.origin}/2`)).status, 202);
      assertLimited(await ask(hub, `${host.origin}/3`));
      assertLimited(await ask(hub, hub.callback().url));
      // A waiting request may be replaced, and other domains are not limited.
      assert.equal((await ask(hub, `${host.origin}/2`)).status, 202);
      assert.equal((await ask(hub, "https://elsewhere.example/")).status, 202);
      release();
      await host.next("verification");
      await hub.settle();
      assert.ok(host.requests().every(({ target }) => !target.startsWith("/3")));
      assert.equal((await ask(hub, `${host.origin}/3`)).status, 202);
      // The second may get two verifications: its first request was replaced.
      while (!(await host.next("verification")).target.startsWith("/3?"));
    }),

    claim(
      "RFC 6585 4: of the requests that may wait, each network of clients has as many as are left to others",
      async () => {
        await using hub = await startHub({ WEBSUB_PENDING: "4", TRUSTED_PROXIES: "127.0.0.1/32" });
        const { answers, release } = heldBack(confirm);
        const from = async (client: string) =>
          await ask(hub, hub.callback("/", answers).url, "subscribe", { "x-forwarded-for": client });
        for (const client of ["192.0.2.1", "192.0.2.2"]) assert.equal((await from(client)).status, 202);
        const limited = await from("192.0.2.3");
        assertLimited(limited);
        assert.match(limited.text, /2 requests of your network wait/);
        for (const client of ["198.51.100.1", "203.0.113.1"]) assert.equal((await from(client)).status, 202);
        // Displaces the newest request of the first network. Each network then has one.
        assert.equal((await from("198.18.0.1")).status, 202);
        assertLimited(await from("198.18.0.2"));
        assertLimited(await from("198.18.1.1"));
        release();
      },
    ),

    claim("RFC 6585 4: a domain with too many subscriptions gets no more, whatever the host", async () => {
      await using hub = await startHub({ WEBSUB_SUBSCRIPTIONS_PER_HOST: "2" });
      for (let host = 0; host < 2; host++) {
        const callback = hub.callback();
        await hub.subscribe(callback);
        await hub.verified(callback);
      }
      const limited = await ask(hub, hub.callback().url);
      assertLimited(limited);
      assert.match(limited.text, /subscriber\.localhost has reached its limit of 2 subscriptions/);
    }),

    claim("RFC 6585 4: what a change sends to all together is bounded, and the answer says so", async () => {
      await using hub = await startHub({ WEBSUB_MEGABYTES_PER_CHANGE: "1" });
      const subscribed = hub.callback();
      await hub.subscribe(subscribed);
      await hub.verified(subscribed);
      await subscribed.received(await hub.publish("x".repeat(600_000)));
      const limited = await ask(hub, hub.callback().url);
      assertLimited(limited);
      assert.match(limited.text, /a change would send 2 MB to all subscribers together, and the limit is 1 MB/);
      // A subscriber may still renew.
      assert.equal((await ask(hub, subscribed.url)).status, 202);
    }),

    claim(
      "RFC 6585 4: a callback host with too many subscriptions gets no more, but may renew and end them",
      async () => {
        await using hub = await startHub({ WEBSUB_SUBSCRIPTIONS_PER_HOST: "1" });
        const host = hub.callback("/1");
        await hub.subscribe(host);
        await hub.settle(host);
        assertLimited(await ask(hub, `${host.origin}/2`));
        await hub.subscribe(host);
        await hub.settle(host);
        await hub.unsubscribe(host);
        await hub.settle();
        const other = host.next("verification");
        assert.equal((await ask(hub, `${host.origin}/2`)).status, 202);
        assert.match((await other).target, /^\/2\?/);
      },
    ),

    claim("WebSub 5.1.2: limits do not tell who is subscribed: an unsubscription is answered alike", async () => {
      await using hub = await startHub({ WEBSUB_PENDING_PER_HOST: "1" });
      const { answers, release } = heldBack(confirm);
      const host = hub.callback("/known");
      await hub.subscribe(host);
      await hub.verified(host);
      host.answers(byKind({ verification: answers }));
      assert.equal((await ask(hub, `${host.origin}/waiting`)).status, 202);
      const [known, unknown] = [
        await ask(hub, `${host.origin}/known`, "unsubscribe"),
        await ask(hub, `${host.origin}/unknown`, "unsubscribe"),
      ];
      release();
      assert.deepEqual(known, unknown);
    }),

    claim(
      "WebSub 5.2: a subscription that is verified when its host has no more room is denied, and sent nothing",
      async () => {
        await using hub = await startHub({ WEBSUB_SUBSCRIPTIONS_PER_HOST: "1" });
        const { answers, release } = heldBack(confirm);
        const host = hub.callback("/1", byKind({ verification: answers }));
        await hub.subscribe(host);
        const second = host.next("verification");
        assert.equal((await ask(hub, `${host.origin}/2`)).status, 202);
        await second;
        release();
        const denial = await host.next("denial");
        assert.ok(denial.query.get("hub.reason"));
        await hub.settle();
        const denied = denial.target.split("?")[0];
        const sent = host.requests("distribution");
        assert.ok(sent.length > 0 && sent.every(({ target }) => target !== denied));
      },
    ),
  ]);
});
