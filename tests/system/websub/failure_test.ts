import assert from "node:assert/strict";
import { always, type Answers, byKind, confirm, inTurn } from "../../support/subscriber/callback_answers.ts";
import type { Subscription } from "../../../websub/store/subscription.ts";
import { BASE_URL, claims, startHub, withStore } from "../../support/hub/hub_under_test.ts";
import { headerOf, signatureOf, textOf } from "../../support/subscriber/recorded_request.ts";

const THREE_TRIES = ["verification", "distribution", "distribution", "distribution", "denial"];

Deno.test("WebSub 7: deliveries that fail", async (t) => {
  await using hub = await startHub({ WEBSUB_ATTEMPT_TIMEOUT_SECONDS: "4" });
  const claim = claims(t);

  const failures: Readonly<Record<string, Answers>> = {
    "500": always({ status: 500 }),
    "503 with Retry-After of 0": always({ status: 503, headers: { "retry-after": "0" } }),
    "404": always({ status: 404 }),
    "304": always({ status: 304 }),
    "a closed connection": always("destroy"),
    "no answer in time": () => new Promise<never>(() => {}),
    "301 to another path": always({ status: 301, headers: { location: "/elsewhere" } }),
    "302 to another path": always({ status: 302, headers: { location: "/elsewhere" } }),
    "307 to another path": always({ status: 307, headers: { location: "/elsewhere" } }),
    "308 to another path": always({ status: 308, headers: { location: "/elsewhere" } }),
  };
  const failing = Object.entries(failures).map(([what, answers]) =>
    [what, hub.callback("/callback?id=1", byKind({ distribution: answers }))] as const
  );
  const gone = hub.callback("/", byKind({ distribution: always({ status: 410 }) }));
  const recovering = hub.callback(
    "/",
    byKind({
      distribution: inTurn(
        ...["500", "500", "200", "500", "500", "200"].map((s) => always({ status: Number(s) })) as [
          Answers,
          ...Answers[],
        ],
      ),
    }),
  );
  const topic = "HTTPS://reviews.example/reviews.json";
  for (const [, callback] of failing) await hub.subscribe(callback, { "hub.topic": topic, "hub.secret": "secret" });
  await hub.subscribe(gone);
  await hub.subscribe(recovering);
  const text = await hub.publish();
  const denials = await Promise.all(failing.map(async ([what, { next }]) => [what, await next("denial")] as const));
  for (let attempt = 0; attempt < 3; attempt++) await recovering.next("distribution");
  await hub.publish();
  for (let attempt = 0; attempt < 3; attempt++) await recovering.next("distribution");
  await hub.settle(recovering);

  for (const [what, callback] of failing) {
    await claim(`WebSub 7, 5.2: after ${what} the third time there is one denial, then silence`, () => {
      const kinds = callback.requests().map(({ kind }) => kind);
      // The connection of the verification was kept alive; its closing is no failure.
      const expected = what === "a closed connection" ? THREE_TRIES.toSpliced(1, 0, "distribution") : THREE_TRIES;
      assert.deepEqual(kinds, expected);
    });

    await claim(`WebSub 7: after ${what} the same body goes to the callback itself again, signed`, async () => {
      for (const request of callback.requests("distribution")) {
        assert.equal(request.target, "/callback?id=1");
        assert.ok(textOf(request).includes(text));
        assert.equal(headerOf(request, "x-hub-signature"), await signatureOf("secret", request.body));
      }
    });
  }

  await claim("WebSub 7: a success in between begins the count of failures anew", () => {
    assert.deepEqual(recovering.requests("denial"), []);
    assert.equal(recovering.requests("distribution").length, 8);
  });

  await claim(
    "WebSub 5.2: a denial is a GET with mode, topic as it was sent, and reason; behind the callback's query",
    () => {
      for (const [what, { method, query, target }] of denials) {
        assert.equal(method, "GET");
        assert.match(target, /^\/callback\?id=1&hub\.mode=denied&/);
        assert.deepEqual([...query.keys()].sort(), ["hub.mode", "hub.reason", "hub.topic", "id"], what);
        assert.equal(query.get("hub.topic"), topic);
        assert.match(query.get("hub.reason") ?? "", /\w+ \w+/);
      }
    },
  );

  await claim("WebSub 5.2: who was denied may subscribe again", async () => {
    const [, callback] = failing[0] ?? [];
    assert.ok(callback !== undefined);
    callback.answers(confirm);
    await hub.subscribe(callback);
    await hub.settle(callback);
  });

  await claim("WebSub 7: 410 ends the subscription at once, and nobody is told", () => {
    assert.deepEqual(gone.requests().map(({ kind }) => kind), ["verification", "distribution"]);
  });

  await claim("WebSub 7: who answered 410 may subscribe again", async () => {
    gone.answers(confirm);
    await hub.subscribe(gone);
    await hub.settle(gone);
  });

  await claim("WebSub 5.1: a second request that is verified begins the count of failures anew", async () => {
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const failed: Answers = always({ status: 500 });
    const callback = hub.callback(
      "/",
      byKind({
        distribution: inTurn(failed, async (request) => {
          first.resolve();
          await second.promise;
          return await failed(request);
        }, confirm),
      }),
    );
    await hub.subscribe(callback);
    await hub.publish();
    await first.promise;
    await hub.subscribe(callback, { "hub.topic": `${BASE_URL}/reviews.json` });
    second.resolve();
    await hub.settle(callback);
    assert.deepEqual(callback.requests("denial"), []);
  });
});

Deno.test("WebSub 5.2: a denial without a 2xx is sent again, by whichever process runs then", async () => {
  await using hub = await startHub({}, null, true);
  const failed: Answers = always({ status: 500 });
  const callback = hub.callback("/", byKind({ distribution: failed, denial: inTurn(failed, failed, confirm) }));
  await hub.subscribe(callback);
  await hub.publish();
  // The time of the answer decides.
  const told = () =>
    Promise.all([callback.next("denial"), hub.server.logged(({ message }) => message === "websub denial")]);
  await told();
  for (const seconds of [3700, 86_500]) {
    await hub.passTime(seconds);
    // Kills the process.
    await hub.restart();
    await told();
  }
  await hub.settle();
  await hub.passTime(300_000);
  await hub.restart();
  await hub.settle();
  assert.equal(callback.requests("denial").length, 3);
});

for (const driver of ["queue", "sweep"]) {
  Deno.test(`WebSub 7: a change reaches a subscriber at once that waits for a retry, and a kill counts no attempt twice (${driver})`, async () => {
    const settings = { WEBSUB_RETRY_SECONDS: "600,600", WEBSUB_RESTART_SECONDS: "0", DELIVERY_DRIVER: driver };
    await using hub = await startHub(settings);
    const fault = always({ status: 500 });
    const begun = Promise.withResolvers<void>();
    const silent: Answers = () => {
      begun.resolve();
      return new Promise<never>(() => {});
    };
    const callback = hub.callback("/", byKind({ distribution: inTurn(fault, silent, fault, confirm) }));
    /** Number of failed deliveries, when so many attempts are recorded. */
    const failed = async (attempts: number) => {
      await hub.server.logged(({ message, result }) => message === "websub distribution" && result === "500");
      return await withStore(hub.kvPath, async (kv) => {
        const read = async () =>
          (await Array.fromAsync(kv.list<Subscription>({ prefix: ["subscription"] }))).map(({ value }) => value)[0];
        let row = await read();
        while ((row?.attempts.length ?? 0) < attempts) row = await read();
        return row?.failures;
      });
    };
    await hub.subscribe(callback);
    await hub.publish();
    assert.equal(await failed(1), 1);
    await hub.publish();
    await begun.promise;
    await hub.restart();
    assert.equal(await failed(2), 1);
    await callback.received(await hub.publish());
    assert.equal(callback.requests("distribution").length, 4);
  });
}

Deno.test("WebSub 7: the wait before a retry", async (t) => {
  const settings = { WEBSUB_ATTEMPT_SECONDS: "1", WEBSUB_RETRY_SECONDS: "600,600", DELIVERY_DRIVER: "sweep" };
  await using hub = await startHub(settings);
  const claim = claims(t);
  const retryAfter = (status: number, value: string | (() => string)): Answers => {
    const asked: Answers = () => ({
      status,
      headers: { "retry-after": typeof value === "string" ? value : value() },
    });
    return byKind({ distribution: inTurn(asked, confirm) });
  };
  const callbacks = {
    usual: hub.callback("/", byKind({ distribution: inTurn(always({ status: 500 }), confirm) })),
    none: hub.callback("/", retryAfter(503, "0")),
    long: hub.callback("/", retryAfter(503, "4")),
    limited: hub.callback("/", retryAfter(429, "4")),
    // Whole seconds of the timeout are left.
    dated: hub.callback("/", retryAfter(503, () => new Date(Date.now() + 5000).toUTCString())),
    senseless: hub.callback("/", retryAfter(503, "soon")),
  };
  for (const callback of Object.values(callbacks)) await hub.subscribe(callback);
  await hub.publish();
  const waits: Record<string, number> = {};
  for (const [name, { next }] of Object.entries(callbacks)) {
    const [first, second] = [await next("distribution"), await next("distribution")];
    waits[name] = second.at - first.at;
  }
  for (const name of ["usual", "none", "senseless"]) {
    await claim(`WebSub 7: the retry comes after the step, about a second (Retry-After: ${name})`, () => {
      // The upper bound is generous: a loaded machine must not fail this.
      assert.ok(waits[name] !== undefined && waits[name] > 750 && waits[name] < 10_000, `${waits[name]} ms`);
    });
  }
  for (const name of ["long", "limited", "dated"]) {
    await claim(`RFC 9110 10.2.3: Retry-After puts the retry off, beyond twice the step (${name})`, () => {
      assert.ok(waits[name] !== undefined && waits[name] > 3900 && waits[name] < 60_000, `${waits[name]} ms`);
    });
  }
});
