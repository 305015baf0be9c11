import type { McpServer } from "@modelcontextprotocol/server";
import type { McpServices } from "../mcp_services.ts";
import { monthlyReport } from "./monthly_report.ts";
import type { OfferPrompt } from "./prompt_messages.ts";
import { replyToCriticalReviews } from "./reply_to_critical_reviews.ts";
import { rightForMyProblem } from "./right_for_my_problem.ts";

/** The names of all prompts. */
export const PROMPT_NAMES: ReadonlySet<string> = new Set([
  "reply_to_critical_reviews",
  "monthly_report",
  "right_for_my_problem",
]);

// Cached, because creating their schemas takes longer than everything else a server needs.
const ready = new WeakMap<McpServices, readonly OfferPrompt[]>();

/** Registers all prompts. They are created once and shared by all servers with the same services. */
export function registerPrompts(server: McpServer, services: McpServices): void {
  let prompts = ready.get(services);
  if (prompts === undefined) {
    prompts = [replyToCriticalReviews, monthlyReport, rightForMyProblem].map((prompt) => prompt(services));
    ready.set(services, prompts);
  }
  for (const offer of prompts) offer(server);
}
