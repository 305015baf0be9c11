import type { Tool } from "@modelcontextprotocol/client";
import type { ApiSchema } from "../api/api_document.ts";

/** Argument objects from a tool's documented examples: the required ones alone, then with each optional one. */
export function toolExamples(tool: Tool): readonly Record<string, unknown>[] {
  const { properties = {}, required = [] } = tool.inputSchema as ApiSchema;
  const examples = Object.entries(properties).flatMap(([name, { examples = [] }]) =>
    examples.map((value) => ({ name, value }))
  );
  const least = Object.fromEntries(
    examples.filter(({ name }) => required.includes(name)).map(({ name, value }) => [name, value]),
  );
  return [least, ...examples.map(({ name, value }) => ({ ...least, [name]: value }))];
}
