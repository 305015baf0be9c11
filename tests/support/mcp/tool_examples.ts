import type { Tool } from "@modelcontextprotocol/client";
import type { ApiSchema } from "../api/api_document.ts";

/** The arguments of a tool as its schema documents them: what is required alone, then each that is not beside it. */
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
