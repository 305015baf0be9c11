import type { Client } from "@modelcontextprotocol/client";
import assert from "node:assert/strict";

/** What a tool answered. */
export interface ToolCall {
  readonly isError: boolean;
  /** The one text item. */
  readonly text: string;
  /** The structured content; an empty object when the answer is an error. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Calls a tool; fails unless the answer is one text item, with structured content exactly when it is no error. */
export async function callTool(client: Client, name: string, args: Record<string, unknown> = {}): Promise<ToolCall> {
  const { isError = false, content, structuredContent } = await client.callTool({ name, arguments: args });
  assert.equal(content.length, 1, name);
  const [item] = content;
  assert.ok(item?.type === "text", name);
  assert.equal(structuredContent === undefined, isError, `${name}: ${item.text}`);
  return { isError, text: item.text, data: { ...Object(structuredContent) } };
}
