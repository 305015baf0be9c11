import assert from "node:assert/strict";
import { Review } from "../../../domain/review.ts";
import { callTool, mcpClient } from "../../support/mcp/mcp_requests.ts";
import { hostileDataset } from "../../support/reviews/attacks.ts";
import { businessOf, reviewOf } from "../../support/reviews/review_of.ts";
import { testSnapshot } from "../../support/service/test_app.ts";

const dataset = hostileDataset();
const client = await mcpClient({ snapshot: testSnapshot(dataset) });

/** A text without its quotations. */
function outsideQuotations(text: string): string {
  return text.replace(/"(?:[^"\\\n]|\\.)*"/g, "…").replaceAll(/\b(?:owner_reply|description): /g, "");
}

Deno.test("reviewers' texts stay inside their quotation in every tool's text", async () => {
  const calls: [string, Record<string, unknown>][] = [
    ["get_business", {}],
    ["search_reviews", {}],
    ["get_subject", { kind: "technician", name: "eve" }],
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

Deno.test("the data hold what reviewers wrote, with what nobody sees written out as in the text", async () => {
  const { data } = await callTool(client, "search_reviews", { fields: Object.keys(Review.shape) });
  // A lone surrogate cannot be sent as UTF-8, so it is not compared.
  const whole = (value: unknown) => JSON.stringify(value).replaceAll("\\ud83d", "\ufffd");
  const shown = whole(data["reviews"]);
  assert.equal(shown.replaceAll(/\\\\u\{([0-9a-f]+)\}/g, (_, code) => written(code)), whole(dataset.reviews));
  for (const code of ["7", "1b", "7f", "202e", "200b", "e0049"]) assert.ok(shown.includes(`\\\\u{${code}}`), code);
  assert.doesNotMatch(shown, /[\u202a-\u202e\u2066-\u2069\u200b\u200e\u200f\u{e0000}-\u{e007f}]/u);
});

Deno.test("texts show models nothing that people do not see, and keep what emoji and scripts need", async () => {
  const unseen =
    "\u034f \u115f \u1160 \u17b4 \u17b5 \u180b \u3164 \uffa0 \ufe00 \ufe0f \u{1d173} \u{1d17a} \u{e0100} \u{e01ef}" +
    " x\ufe0e 1\ufe0f \u200d a\u200cb \u845b\u{e0100} \u{1f3f4}\u{e0068}\u{e0069}\u{e007f} ☎\ufe0f\ufe0f";
  const scotland = "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}";
  const needed = `❤️ ❤️‍🔥 👩🏽‍🚀 🏳️‍🌈 1️⃣ ☎︎ ${scotland} می‌خواهم क्‍ष ශ්‍රී ᠮᠣᠩᠭᠣᠯ\u180b`;
  const business = businessOf({ description: unseen });
  const reviews = [needed, unseen].map((text) => reviewOf({ native: text, text }));
  await using client = await mcpClient({ snapshot: testSnapshot({ ...dataset, business, reviews }) });
  const { text, data } = await callTool(client, "search_reviews");
  const resource = await client.readResource({ uri: "reviews://llms.txt" });
  for (const shown of [text, JSON.stringify(data), JSON.stringify(resource.contents)]) {
    assert.match(shown, /\{e01ef\\*\}/);
    assert.doesNotMatch(shown.replaceAll(needed, "").replace("☎\ufe0f", ""), /[\p{DI}\ufff9-\ufffb]/u);
  }
  assert.ok(text.includes(needed) && JSON.stringify(data).includes(needed));
});

/** A character as JSON escapes it. */
function written(code: string): string {
  return JSON.stringify(String.fromCodePoint(parseInt(code, 16))).slice(1, -1);
}
