import type { Client } from "@modelcontextprotocol/client";
import assert from "node:assert/strict";

/** The answer of a tool. */
export interface ToolCall {
  readonly isError: boolean;
  /** The only text item. */
  readonly text: string;
  /** The structured content; empty if the answer is an error. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Calls a tool; asserts that the answer has one text item, and structured content unless it is an error. */
export async function callTool(client: Client, name: string, args: Record<string, unknown> = {}): Promise<ToolCall> {
  const { isError = false, content, structuredContent } = await client.callTool({ name, arguments: args });
  assert.equal(content.length, 1, name);
  const [item] = content;
  assert.ok(item?.type === "text", name);
  assert.equal(structuredContent === undefined, isError, `${name}: ${item.text}`);
  return { isError, text: item.text, data: { ...Object(structuredContent) } };
}
