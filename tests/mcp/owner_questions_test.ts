import assert from "node:assert/strict";
import { answerFaults, askModel, callLength, OWNER_QUESTIONS } from "../clients/ask_model.ts";
import { withMcpClient } from "../support/mcp/mcp_requests.ts";

Deno.test("twelve questions of an owner are answered by the steps of the skills, within their calls and bytes", async () => {
  assert.equal(OWNER_QUESTIONS.length, 12);
  await withMcpClient({}, async (client) => {
    for (const asked of OWNER_QUESTIONS) {
      const { question, skill, calls } = asked;
      if (skill !== undefined) {
        const { contents: [file] } = await client.readResource({ uri: `skill://reviews/${skill}/SKILL.md` });
        const steps = String(Object(file)["text"]).split("\n").filter((line) => /^\d/.test(line)).join("\n");
        // Steps are tools in their order, some of them twice or on a condition.
        const order = [...steps.matchAll(/`(get_\w+|search\w*|rank_subjects)`/g)].map(([, tool]) => tool);
        let at = 0;
        for (const [tool] of calls) {
          const next = order[at] === tool ? at : order.indexOf(tool, at - 1);
          assert.ok(next >= 0, `${question}: ${tool} is no step after ${order[at - 1]} of ${skill}`);
          at = next + 1;
        }
      }
      let [answer, bytes] = ["", 0];
      for (const [tool, args] of calls) {
        const { text, length } = await callLength(client, tool, args);
        [answer, bytes] = [`${answer}\n${text}`, bytes + length];
      }
      assert.deepEqual(answerFaults(asked, { answer, calls: calls.length, bytes }), [], question);
      assert.notDeepEqual(answerFaults(asked, { answer: "", calls: 99, bytes: 1e6 }), []);
    }
  });
});

Deno.test("a model is given the tools and the results of its calls, and its answer is judged by the facts", async () => {
  const asked = OWNER_QUESTIONS[4]!;
  const bodies: string[] = [];
  await using server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    bodies.push(await request.text());
    const [name, input] = asked.calls[0]!;
    const content = bodies.length === 1
      ? [{ type: "tool_use", id: "1", name, input }]
      : [{ type: "text", text: "Trustpilot, with 3.59 stars." }];
    return Response.json({ content });
  });
  const access = { url: `http://127.0.0.1:${server.addr.port}`, key: "key", model: "model" };
  const answered = await withMcpClient({}, (client) => askModel(client, access, asked));
  assert.deepEqual([answered.calls, answerFaults(asked, answered)], [1, []]);
  assert.ok(bodies[0]?.includes('"name":"rank_subjects"') && bodies[1]?.includes("3.59 stars"));
});
