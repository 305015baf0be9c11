import assert from "node:assert/strict";
import { PROBLEMS } from "../../../openapi/problem.ts";
import { problemResponse } from "../../../routes/answer/problem_response.ts";
import { readPage } from "../../support/pages/read_page.ts";
import { testApp } from "../../support/service/test_app.ts";

const app = testApp();
const JSON_TYPE = "application/json";
const PROBLEM = "application/problem+json";

Deno.test("an error is application/problem+json where Accept prefers that to application/json", async () => {
  const types: readonly (readonly [accept: string, contentType: string])[] = [
    ["*/*", JSON_TYPE],
    [JSON_TYPE, JSON_TYPE],
    [`${JSON_TYPE}, ${PROBLEM}`, JSON_TYPE],
    [PROBLEM, PROBLEM],
    [`${PROBLEM}, ${JSON_TYPE}`, PROBLEM],
    [`${PROBLEM};q=0.5, ${JSON_TYPE}`, JSON_TYPE],
    [`${PROBLEM}, */*;q=0.1`, PROBLEM],
  ];
  const hub = { method: "POST", headers: { "content-type": "application/x-www-form-urlencoded" }, body: "hub.mode=x" };
  const faults: readonly (readonly [path: string, init?: RequestInit])[] = [
    ["/api/reviews/search?rating=9"],
    ["/api/reviews/0000000000ZZZZZZZZZZZZZZZZ"],
    ["/reviews.json", { method: "DELETE" }],
    ["/nowhere.json"],
  ];
  for (const [accept, contentType] of types) {
    for (const [path, init] of faults) {
      const answer = await app.request(path, { ...init, headers: { accept } });
      await answer.body?.cancel();
      assert.equal(answer.headers.get("content-type"), contentType, `${accept} ${path}`);
    }
  }
  const answer = await app.request("/api/websub/hub", { ...hub, headers: { ...hub.headers, accept: PROBLEM } });
  assert.deepEqual([answer.headers.get("content-type"), (await answer.json()).status], [PROBLEM, 400]);
  const message = await app.request("/mcp", { method: "POST", headers: { accept: PROBLEM }, body: "{" });
  await message.body?.cancel();
  assert.notEqual(message.headers.get("content-type"), PROBLEM, "an error of JSON-RPC is no problem");
});

Deno.test("the type of an error leads to the sentence of clients.md about it", async () => {
  const { document } = await readPage(app, "/developers");
  const clients = await Deno.readTextFile(new URL("../../../docs/clients.md", import.meta.url));
  const rows = [...clients.matchAll(/^\| (\d{3}) ([^|]*?) +\| (.*?) +\|$/gm)].map(([, status, title, meaning]) =>
    [Number(status), title, meaning] as const
  );
  assert.deepEqual(rows, PROBLEMS);
  for (const [status, title, meaning] of rows) {
    const { type } = await problemResponse(status, "").json();
    const [path, fragment] = type.split("#");
    assert.equal(path, "/developers");
    const sentence = document.querySelector(`main [id="${fragment}"]`)?.text;
    assert.equal(sentence, `${status} ${title}: ${meaning?.replaceAll("`", "")}`);
  }
});
