import assert from "node:assert/strict";
import { BASE_URL, claims, requestOf, startHub } from "../../support/hub/hub_under_test.ts";

Deno.test("WebSub 5.1: values that are refused", async (t) => {
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

  const origin = new URL(refused.url);
  const badCallbacks: Readonly<Record<string, string>> = {
    "is not https": refused.url.replace("https:", "http:"),
    "has a fragment": `${refused.url}#part`,
    "has an empty fragment": `${refused.url}#`,
    "has a user": refused.url.replace("https://", "https://user@"),
    "has a password": refused.url.replace("https://", "https://user:pass@"),
    "is an IPv4 address": `https://127.0.0.1:${origin.port}/callback`,
    "is an IPv4 address written as a number": `https://2130706433:${origin.port}/callback`,
    "is an IPv6 address": `https://[::1]:${origin.port}/callback`,
    "is relative": "/callback",
    "is no URL": "https://",
    "is empty": "",
    "has a line break": `${refused.url}\n`,
    "has a backslash": refused.url.replace("/callback", "\\callback"),
    "is longer than 2048 characters": `${refused.url}?${"x".repeat(2048)}`,
  };
  for (const [what, callback] of Object.entries(badCallbacks)) {
    await claim(`WebSub 5.1: a callback that ${what} is refused`, async () => {
      assert.match((await refusal({ ...good, "hub.callback": callback })).join("\n"), /^hub\.callback: [^\n]+$/);
    });
  }

  const badTopics = [
    "https://other.example/reviews.json",
    `${BASE_URL}/`,
    `${BASE_URL}/insights.json`,
    `${BASE_URL}/reviews.json?page=1`,
    `${BASE_URL}/reviews.json#part`,
    `${BASE_URL}/reviews.json/`,
    "http://reviews.example/reviews.json",
    "/reviews.json",
    "",
  ];
  await claim(
    "WebSub 5.1.1: a topic of another service, or none of this one, is refused, naming those allowed",
    async () => {
      for (const topic of badTopics) {
        const lines = await refusal({ ...good, "hub.topic": topic });
        assert.match(lines.join("\n"), /^hub\.topic: [^\n]+$/, topic);
        for (const path of ["/reviews.json", "/api/feed.json", "/feed.xml"]) {
          assert.ok(lines[0]?.includes(BASE_URL + path));
        }
      }
    },
  );

  await claim("WebSub 5.1: other modes are refused, publish among them", async () => {
    for (const mode of ["publish", "Subscribe", "denied", "", "subscribe "]) {
      assert.match((await refusal({ ...good, "hub.mode": mode })).join("\n"), /^hub\.mode: [^\n]+$/, mode);
    }
  });

  await claim("WebSub 5.1: a lease that is no positive decimal number is refused", async () => {
    for (const lease of ["0", "-1", "1.5", "1e3", "0x10", "ten", "", " 60", "+60"]) {
      const lines = await refusal({ ...good, "hub.lease_seconds": lease });
      assert.match(lines.join("\n"), /^hub\.lease_seconds: [^\n]+$/, lease);
    }
  });

  await claim("WebSub 5.1: a secret of 200 bytes is refused, however few characters it has", async () => {
    for (const secret of ["s".repeat(200), "é".repeat(100), "😀".repeat(50)]) {
      const lines = await refusal({ ...good, "hub.secret": secret });
      assert.match(lines.join("\n"), /^hub\.secret: [^\n]+$/);
      assert.ok(!lines.join("").includes(secret), "the secret is in the answer");
    }
  });

  await claim("a parameter of the hub that is given twice is refused", async () => {
    for (const name of Object.keys(good)) {
      const body = `${new URLSearchParams(good)}&${new URLSearchParams({ [name]: good[name] ?? "" })}`;
      const answer = await fetch(endpoint, {
        method: "POST",
        body,
        headers: { "content-type": "application/x-www-form-urlencoded" },
      });
      assert.match(await answer.text(), new RegExp(`^${name.replace(".", "\\.")}: [^\n]+\n$`));
      assert.equal(answer.status, 400);
    }
  });

  await claim("no callback of a refused request is ever asked", async () => {
    await hub.settle();
    assert.deepEqual(refused.requests(), []);
  });
});
