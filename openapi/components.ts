import type { OpenAPIHono } from "@hono/zod-openapi";
import { PARAMETERS } from "./conditional_parameters.ts";
import { HEADERS } from "./headers.ts";
import { HUB_SHARED_RESPONSES } from "./hub_responses.ts";
import { MCP_SHARED_RESPONSES } from "./mcp_responses.ts";
import { Problem } from "./problem.ts";
import { RESPONSES } from "./responses.ts";

/** Registers the headers, parameters and responses that operations share as components. */
export function registerComponents({ openAPIRegistry: registry }: OpenAPIHono): void {
  registry.register("Problem", Problem);
  for (const [name, header] of Object.entries(HEADERS)) registry.registerComponent("headers", name, header);
  for (const [name, parameter] of Object.entries(PARAMETERS)) registry.registerComponent("parameters", name, parameter);
  for (const [name, response] of Object.entries({ ...RESPONSES, ...MCP_SHARED_RESPONSES, ...HUB_SHARED_RESPONSES })) {
    registry.registerComponent("responses", name, response);
  }
}
