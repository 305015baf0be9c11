import assert from "node:assert/strict";
import { callTool, withMcpClient } from "../../support/mcp/mcp_requests.ts";
import { hostileDataset } from "../../support/reviews/attacks.ts";
import { testSnapshot } from "../../support/service/test_app.ts";

const dataset = hostileDataset();
const snapshot = testSnapshot(dataset);

/** A text without its quotations. */
function outsideQuotations(text: string): string {
  return text.replace(/"(?:[^"\\\n]|\\.)*"/g, "…");
}

Deno.test("reviewers' texts stay inside their quotation in every tool's text", async () => {
  await withMcpClient({ snapshot }, async (client) => {
    const calls: [string, Record<string, unknown>][] = [
      ["get_business", {}],
      ["search_reviews", {}],
      ["get_technician", { name: "eve" }],
      ["get_summary", {}],
      ...dataset.reviews.map(({ id }): [string, Record<string, unknown>] => ["get_review", { id }]),
      ...dataset.reviews.map(({ id }): [string, Record<string, unknown>] => ["fetch", { id }]),
    ];
    for (const [name, args] of calls) {
      const answer = await callTool(client, name, args);
      const text = name === "fetch" ? `${answer.data["title"]}\n${answer.data["text"]}` : answer.text;
      const outside = outsideQuotations(text);
      assert.doesNotMatch(outside, /ignore|system|```|script|Heading|Owner|secret|"|red,/i, `${name}: ${outside}`);
      assert.doesNotMatch(text, /(?!\n)\p{Cc}|[\u2028\u2029\u202e\u200b\u{e0000}-\u{e007f}]/u, name);
      for (const line of text.split("\n")) assert.doesNotMatch(line, /^(?:#|```|<|System)/, name);
    }
  });
});

Deno.test("the data hold what reviewers wrote, with what nobody sees written out as in the text", async () => {
  await withMcpClient({ snapshot }, async (client) => {
    const { data } = await callTool(client, "search_reviews");
    // A lone surrogate cannot be sent as UTF-8, so it is not compared.
    const whole = (value: unknown) => JSON.stringify(value).replaceAll("\\ud83d", "\ufffd");
    const shown = whole(data["reviews"]);
    assert.equal(shown.replaceAll(/\\\\u\{([0-9a-f]+)\}/g, (_, code) => written(code)), whole(dataset.reviews));
    for (const code of ["7", "1b", "7f", "202e", "200b", "e0049"]) assert.ok(shown.includes(`\\\\u{${code}}`), code);
    assert.doesNotMatch(shown, /[\u202a-\u202e\u2066-\u2069\u200b\u200e\u200f\u{e0000}-\u{e007f}]/u);
  });
});

/** A character as JSON escapes it. */
function written(code: string): string {
  return JSON.stringify(String.fromCodePoint(parseInt(code, 16))).slice(1, -1);
}
