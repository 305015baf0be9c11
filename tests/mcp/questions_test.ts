import assert from "node:assert/strict";
import { mcpClient } from "../support/mcp/mcp_requests.ts";

type Call = readonly [tool: string, args: Readonly<Record<string, unknown>>];

/** A question about the sample, the calls that answer it, and what the answers must say. */
const QUESTIONS: readonly (readonly [question: string, calls: readonly Call[], facts: readonly RegExp[]])[] = [
  ["Is this plumber punctual?", [["get_subject", { kind: "aspect", name: "punctual" }]], [
    /positive_count: 9\nneutral_count: 1\nnegative_count: 11/,
    /sentiment: "negative".*they said Tuesday, no one Tuesday/,
  ]],
  ["Whom should I ask for?", [["rank_subjects", { kind: "technicians", limit: 3 }]], [
    /^- id: "gustav-lindqvist".*review_count: 17/m,
    /^Numbers 2 and 3 may be as good as number 1: their 95 % intervals overlap\.$/m,
  ]],
  ["Do they install chargers for cars, and well?", [["get_subject", { kind: "service", name: "car charger" }]], [
    /label: "EV charger installation"/,
    /average_rating: \d/,
  ]],
  ["How do I reach them, and when?", [["get_business", {}]], [/\+1-419-555-0147/, /Sa 08:00-14:00/]],
  ["Are they expensive?", [["get_subject", { kind: "aspect", name: "expensive" }]], [
    /label: "Pricing"/,
    /negative_count: \d/,
  ]],
  ["What is the worst review with an answer?", [[
    "search_reviews",
    { sort: "lowest", replied: true, limit: 1 },
  ]], [/here is the worst/, /rating: 1\b.*owner_reply: \(text: /]],
  ["What did people complain about this year?", [[
    "rank_subjects",
    { kind: "problems", order: "worst", since: "2026-01-01" },
  ]], [/^- id: "poor_communication".*negative_count: \d/m, /worst first, by the number of negative reviews/]],
  ["Are we better since May?", [["get_trend", { compare_since: "2026-05-01" }]], [
    /from 2026-05-01: 34 reviews, 4\.32 stars on average.*until 2026-04-30: 146 reviews, 4\.1 stars/,
    /Chance alone may explain the difference/,
  ]],
  ["How often are they late?", [["get_subject", { kind: "problem", name: "late" }]], [
    /The analysis finds fewer than 5 reviews of it\./,
    /related: \(aspect punctuality: \(review_count: 21, negative_count: 11, last_year_negative_count: 3\)\)/,
  ]],
  ["Which critical reviews wait for a reply?", [[
    "search_reviews",
    { max_rating: 3, replied: false, limit: 5 },
  ]], [
    /14 of 180 reviews match; here are the 5 newest/,
    /^- id: 7E9617B9D6EWCGKCZMZXN5HZSH, author: "Melanie Roth".*owner_reply: null/m,
  ]],
  ["What can I quote on a flyer?", [["get_summary", {}]], [/^quotes:\n- id: [0-9A-Z]{26}, rating: 5, .*text: "/m]],
  ["Where are we rated worst, and why?", [
    ["rank_subjects", { kind: "sources", order: "worst", limit: 2 }],
    ["search_reviews", { source: "trustpilot", max_rating: 2, limit: 3 }],
  ], [/^- id: "trustpilot".*average_rating: 3\.59/m, /7 of 180 reviews match/]],
];

Deno.test("twelve questions of customers and owners are answered by two calls at most, in 1,200 tokens each", async () => {
  assert.equal(QUESTIONS.length, 12);
  await using client = await mcpClient();
  for (const [question, calls, facts] of QUESTIONS) {
    assert.ok(calls.length <= 2, question);
    let answers = "";
    for (const [name, args] of calls) {
      const { content: [item], structuredContent } = await client.callTool({ name, arguments: { ...args } });
      const text = item?.type === "text" ? item.text : "";
      // A token has about four bytes. Clients give their model the text or the data.
      for (const part of [text, JSON.stringify(structuredContent)]) {
        const bytes = new TextEncoder().encode(part).length;
        assert.ok(bytes <= 4_800, `${question}: ${bytes} bytes`);
      }
      answers += `${text}\n`;
    }
    for (const fact of facts) assert.match(answers, fact, question);
  }
});
