import type { Client } from "@modelcontextprotocol/client";
import { print } from "../../cli/command/print.ts";
import questions from "../fixtures/mcp/owner_questions.json" with { type: "json" };
import { withMcpClient } from "../support/mcp/mcp_requests.ts";

/** A question of an owner about the sample, and what a right answer must hold. */
export interface OwnerQuestion {
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

/** Twelve questions of an owner. */
export const OWNER_QUESTIONS = questions as unknown as readonly OwnerQuestion[];

/** How a question was answered. */
export interface Answered {
  readonly answer: string;
  readonly calls: number;
  readonly bytes: number;
}

/** What is wrong with an answer; empty if nothing. */
export function answerFaults(asked: OwnerQuestion, { answer, calls, bytes }: Answered): readonly string[] {
  return [
    ...asked.facts.filter((fact) => !new RegExp(fact, "i").test(answer)).map((fact) => `lacks ${fact}`),
    ...calls > asked.most_calls ? [`${calls} calls, at most ${asked.most_calls}`] : [],
    ...bytes > asked.most_bytes ? [`${bytes} bytes, at most ${asked.most_bytes}`] : [],
  ];
}

/** Calls a tool; resolves to its text and the length of the whole result. */
export async function callLength(client: Client, name: string, args: Readonly<Record<string, unknown>>) {
  const result = await client.callTool({ name, arguments: { ...args } });
  const text = result.content.map((item) => item.type === "text" ? item.text : "").join("\n");
  return { text, length: JSON.stringify(result).length };
}

/** Access to the Messages API of a model. */
export interface ModelAccess {
  readonly url: string;
  readonly key: string;
  readonly model: string;
}

interface ModelBlock {
  readonly type: string;
  readonly text?: string;
  readonly id?: string;
  readonly name?: string;
  readonly input?: Readonly<Record<string, unknown>>;
}

/** Lets a model answer a question with the tools. @throws {Error} If its API refuses or it calls too often. */
export async function askModel(client: Client, access: ModelAccess, asked: OwnerQuestion): Promise<Answered> {
  const tools = (await client.listTools()).tools.map(({ name, description, inputSchema }) => ({
    name,
    description,
    input_schema: inputSchema,
  }));
  const messages: object[] = [{ role: "user", content: asked.question }];
  let [calls, bytes] = [0, 0];
  while (calls <= 2 * asked.most_calls) {
    const response = await fetch(`${access.url}/v1/messages`, {
      method: "POST",
      headers: { "x-api-key": access.key, "anthropic-version": "2023-06-01", "content-type": "application/json" },
      body: JSON.stringify({ model: access.model, max_tokens: 4096, tools, messages }),
    });
    if (!response.ok) throw new Error(`The model's API answers ${response.status}: ${await response.text()}`);
    const { content }: { content: readonly ModelBlock[] } = await response.json();
    const uses = content.filter(({ type }) => type === "tool_use");
    if (uses.length === 0) return { answer: content.map(({ text = "" }) => text).join("\n"), calls, bytes };
    const results: object[] = [];
    for (const { id, name = "", input = {} } of uses) {
      const { text, length } = await callLength(client, name, input);
      [calls, bytes] = [calls + 1, bytes + length];
      results.push({ type: "tool_result", tool_use_id: id, content: text });
    }
    messages.push({ role: "assistant", content }, { role: "user", content: results });
  }
  throw new Error(`The model has made ${calls} calls and has not answered.`);
}

/** Prints how a model answers each question; `ANTHROPIC_API_KEY`, `ANTHROPIC_BASE_URL` and `MODEL` choose it. */
async function main(): Promise<void> {
  const key = Deno.env.get("ANTHROPIC_API_KEY");
  if (key === undefined) {
    print("No model was asked: ANTHROPIC_API_KEY is not set.");
    return;
  }
  const url = Deno.env.get("ANTHROPIC_BASE_URL") ?? "https://api.anthropic.com";
  const access = { url, key, model: Deno.env.get("MODEL") ?? "claude-sonnet-4-5" };
  await withMcpClient({}, async (client) => {
    for (const asked of OWNER_QUESTIONS) {
      const faults = answerFaults(asked, await askModel(client, access, asked));
      print(`${faults.length === 0 ? "right" : "WRONG"}  ${asked.question}  ${faults.join("; ")}`);
      if (faults.length > 0) Deno.exitCode = 1;
    }
  });
}

if (import.meta.main) await main();
