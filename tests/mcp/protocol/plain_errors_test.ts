import assert from "node:assert/strict";
import {
  FIXTURE,
  mcpPost,
  modernHeaders,
  modernRpc,
  rpc,
  type RpcAnswer,
  rpcAnswer,
} from "../../support/mcp/mcp_requests.ts";

const FAULTS: readonly (readonly [method: string, params: object | undefined, message: string])[] = [
  ["initialize", undefined, "initialize was not run: params is missing, it has to be an object."],
  [
    "initialize",
    {},
    "initialize was not run: params.protocolVersion is missing, it has to be a string; params.capabilities is missing, " +
    "it has to be an object; params.clientInfo is missing, it has to be an object.",
  ],
  ["resources/read", undefined, "resources/read was not run: params is missing, it has to be an object."],
  ["resources/read", {}, "resources/read was not run: params.uri is missing, it has to be a string."],
  ["resources/read", { uri: 7 }, "resources/read was not run: params.uri is of the wrong type, it has to be a string."],
  ["prompts/get", {}, "prompts/get was not run: params.name is missing, it has to be a string."],
  [
    "tools/call",
    { name: "test_repeat", arguments: [] },
    "tools/call was not run: params.arguments is of the wrong type, it has to be an object.",
  ],
];

Deno.test("missing and wrong parameters are reported as invalid, in one sentence", async () => {
  for (const [method, params, message] of FAULTS) {
    const answer = await rpcAnswer(await FIXTURE.fetch(mcpPost({ jsonrpc: "2.0", id: 5, method, params })));
    assert.deepEqual([answer.id, answer.error], [5, { code: -32602, message }], method);
  }
  // In revision 2026-07-28 as well.
  for (const [method, params] of FAULTS.slice(3, -1)) {
    const name = Object(params).uri === undefined ? null : "7";
    const request = mcpPost(modernRpc(method, params ?? {}), modernHeaders(method, name));
    const { error } = await (await FIXTURE.fetch(request)).json() as RpcAnswer;
    assert.ok([-32602, -32020].includes(error?.code ?? 0), JSON.stringify(error));
    assert.doesNotMatch(error?.message ?? "", /[\n{]/);
  }
});

Deno.test("names of JavaScript object members are no tools or prompts", async () => {
  // Deno 2.5 has no __proto__.
  for (const name of ["constructor", "toString", "__proto__", "hasOwnProperty"].filter((name) => name in {})) {
    const messages = [
      rpc("tools/call", { name, arguments: {} }),
      rpc("prompts/get", { name }),
      rpc("completion/complete", { ref: { type: "ref/prompt", name }, argument: { name: "a", value: "" } }),
    ];
    for (const message of messages) {
      const { error } = await rpcAnswer(await FIXTURE.fetch(mcpPost(message)));
      assert.equal(error?.code, -32602, JSON.stringify(message));
    }
    const modern = mcpPost(modernRpc("tools/call", { name, arguments: {} }), modernHeaders("tools/call", name));
    assert.equal((await rpcAnswer(await FIXTURE.fetch(modern))).error?.code, -32602);
  }
});

Deno.test("arguments that are null are absent", async () => {
  const call = rpc("tools/call", { name: "test_simple_text", arguments: null });
  assert.ok((await rpcAnswer(await FIXTURE.fetch(mcpPost(call)))).result);
  const prompt = rpc("prompts/get", { name: "test_prompt_with_arguments", arguments: { arg1: "a", arg2: null } });
  const { error } = await rpcAnswer(await FIXTURE.fetch(mcpPost(prompt)));
  assert.match(error?.message ?? "", /arg2/);
});
