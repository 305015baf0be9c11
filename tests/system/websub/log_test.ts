import assert from "node:assert/strict";
import { always, byKind, confirmWith } from "../../support/subscriber/callback_answers.ts";
import { requestOf, startHub } from "../../support/hub/hub_under_test.ts";
import { within } from "../../support/service/test_server.ts";

Deno.test("WebSub 8: the log contains no secret, challenge, callback path or query", async () => {
  await using hub = await startHub();
  const secret = { "hub.secret": "hidden-secret" };
  const target = "/hidden-path?token=hidden-query";
  const callbacks = {
    confirming: hub.callback(target),
    refusing: hub.callback(target, confirmWith(404)),
    closing: hub.callback(target, always("destroy")),
    failing: hub.callback(target, byKind({ distribution: always({ status: 500 }) })),
    redirecting: hub.callback(target, byKind({ distribution: always({ status: 302, headers: { location: target } }) })),
    gone: hub.callback(target, byKind({ distribution: always({ status: 410 }) })),
  };
  const challenges = [];
  for (const callback of Object.values(callbacks)) {
    challenges.push((await hub.subscribe(callback, secret)).query.get("hub.challenge") ?? "");
  }
  const wrong = [{ "hub.secret": "hidden-secret".padEnd(300, "x") }, { "hub.topic": "https://hidden-path.example/" }];
  for (const parameters of wrong) {
    const { url } = callbacks.confirming;
    const refused = await hub.send({ ...requestOf("subscribe", `${url}#`), ...parameters });
    assert.equal(refused.status, 400, await refused.text());
  }
  await hub.settle(callbacks.confirming);
  for (const { next } of [callbacks.failing, callbacks.redirecting]) await next("denial");
  await hub.unsubscribe(callbacks.confirming, secret);
  await hub.settle();
  // The log is written a tenth of a second late.
  for (const { host } of Object.values(callbacks)) {
    const isNamed = (line: unknown) => JSON.stringify(line).includes(host);
    await within(`A line of the log with ${host}`, hub.server.logged(isNamed));
  }
  const log = JSON.stringify(hub.server.log);
  assert.doesNotMatch(log, /hidden/);
  for (const challenge of challenges) assert.ok(challenge.length > 0 && !log.includes(challenge));
});
