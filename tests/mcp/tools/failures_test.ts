import assert from "node:assert/strict";
import { withHidden } from "../../../domain/dataset/hidden_reviews.ts";
import { sampleDataset } from "../../../domain/dataset/sample_dataset.ts";
import { HIDDEN_REASONS } from "../../../domain/review.ts";
import { callTool, mcpClient } from "../../support/mcp/mcp_requests.ts";
import { testApp, testSnapshot } from "../../support/service/test_app.ts";

Deno.test("every tool, resource and prompt reports that the dataset is loading, before one is loaded; all are listed", async () => {
  await using client = await mcpClient({ snapshot: null });
  for (const tool of (await client.listTools()).tools) {
    const kind = tool.name === "get_subject" ? "aspect" : "months";
    const args = (tool.inputSchema.required ?? []).map((name) => [name, name === "kind" ? kind : "x"]);
    const { isError, text } = await callTool(client, tool.name, Object.fromEntries(args));
    assert.ok(isError, tool.name);
    assert.match(text, /still loading/, tool.name);
  }
  const loading = { code: -32603, message: /still loading/ };
  await assert.rejects(client.getPrompt({ name: "monthly_report" }), loading);
  for (const uri of ["reviews://reviews.json", "reviews://aspect/price"]) {
    await assert.rejects(client.readResource({ uri }), loading, uri);
  }
  assert.equal((await client.listResources()).resources.length, 8);
});

Deno.test("an unexpected error is reported to the operator, and none of it to the client", async () => {
  const errors: unknown[] = [];
  const fault = new Error("secret detail of the inside");
  const services = {
    snapshot: () => {
      throw fault;
    },
    onError: (error: unknown) => void errors.push(error),
  };
  await using client = await mcpClient({ services });
  const { isError, text } = await callTool(client, "get_summary");
  assert.ok(isError);
  assert.doesNotMatch(text, /secret/);
  await assert.rejects(client.readResource({ uri: "reviews://reviews.json" }), { code: -32603, message: /operator/ });
  await assert.rejects(client.getPrompt({ name: "monthly_report" }), { code: -32603, message: /operator/ });
  assert.deepEqual(errors, [fault, fault, fault]);
});

Deno.test("a missing, unusable or unknown argument is an error that names it and what is allowed", async () => {
  type Arguments = Record<string, unknown>;
  await using client = await mcpClient();
  // A call as its tool and arguments, then the lines of the answer that name its faults.
  const file = await Deno.readTextFile(new URL("../../fixtures/mcp/wrong_arguments.txt", import.meta.url));
  const calls = [...file.matchAll(/^(\w+) (\{.*)\n((?:- .*\n)+)/gm)];
  assert.equal(calls.map(([call]) => call).join(""), file);
  for (const [, tool = "", args = "", lines] of calls) {
    const { isError, text } = await callTool(client, tool, JSON.parse(args));
    assert.ok(isError, tool);
    assert.equal(text.replace(/^.*\n/, "") + "\n", lines);
  }
  const { text } = await callTool(client, "get_trend", { source: "x".repeat(201) });
  assert.match(text, /^- source: Expected a name of 1 to 200 characters, got "x+/m);
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`x${at}`, 1]));
  assert.match((await callTool(client, "get_trend", many)).text, /"x9", and 20 more: No such arguments/);
  // What is null or an empty text is absent.
  const same: readonly (readonly [tool: string, written: Arguments, meant: Arguments])[] = [
    ["get_trend", { months: null, source: "" }, {}],
    ["search_reviews", { rating: "5", min_rating: "1.5", query: "" }, { rating: 5, min_rating: 1.5 }],
    ["search_reviews", { limit: "3", replied: "true" }, { limit: 3, replied: true }],
    ["get_business", { policy: "false" }, { policy: false }],
  ];
  for (const [tool, written, meant] of same) {
    const { isError, data } = await callTool(client, tool, written);
    assert.ok(!isError, tool);
    assert.deepEqual(data, (await callTool(client, tool, meant)).data);
  }
});

Deno.test("get_review answers like the REST address of a hidden review: day and reason", async () => {
  const dataset = sampleDataset();
  for (const reason of [...HIDDEN_REASONS, undefined]) {
    const [first] = dataset.reviews;
    assert.ok(first);
    const mark = { hidden_at: "2026-11-22T23:30:00-02:00", ...reason !== undefined && { hidden_reason: reason } };
    const snapshot = testSnapshot(withHidden(dataset, new Set([first.id]), mark));
    const answer = await testApp(snapshot).request(`/api/reviews/${first.id}`);
    const { status, detail } = await answer.json();
    assert.equal(status, 404);
    const stated = reason === undefined ? "No reason stated" : ".+";
    assert.match(detail, new RegExp(`on 2026-11-23\\. Reason: ${stated}\\.$`));
    await using client = await mcpClient({ snapshot });
    assert.deepEqual((await callTool(client, "get_review", { id: first.id })).text, detail);
  }
});
