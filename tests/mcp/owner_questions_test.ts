import assert from "node:assert/strict";
import questions from "../fixtures/mcp/owner_questions.json" with { type: "json" };
import { withMcpClient } from "../support/mcp/mcp_requests.ts";

/** A question of an owner about the sample, and what a right answer must hold. */
interface OwnerQuestion {
  readonly question: string;
  /** The skill whose steps the calls follow; absent if a tool alone answers. */
  readonly skill?: string;
  /** Tool and arguments of each call. */
  readonly calls: readonly (readonly [tool: string, args: Readonly<Record<string, unknown>>])[];
  /** Patterns of which the answer has every one. */
  readonly facts: readonly string[];
  readonly most_calls: number;
  /** Most characters of all results. */
  readonly most_bytes: number;
}

const OWNER_QUESTIONS = questions as unknown as readonly OwnerQuestion[];

Deno.test("twelve questions of an owner are answered by the steps of the skills, within their calls and bytes", async () => {
  assert.equal(OWNER_QUESTIONS.length, 12);
  await withMcpClient({}, async (client) => {
    for (const { question, skill, calls, facts, most_calls, most_bytes } of OWNER_QUESTIONS) {
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
      for (const [name, args] of calls) {
        const result = await client.callTool({ name, arguments: { ...args } });
        for (const item of result.content) answer += item.type === "text" ? `${item.text}\n` : "";
        bytes += JSON.stringify(result).length;
      }
      for (const fact of facts) assert.match(answer, new RegExp(fact, "i"), question);
      assert.ok(calls.length <= most_calls && bytes <= most_bytes, `${question}: ${bytes} bytes`);
    }
  });
});
