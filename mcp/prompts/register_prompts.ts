import type { McpServer } from "@modelcontextprotocol/server";
import type { McpServices } from "../mcp_services.ts";
import { registerMonthlyReport } from "./monthly_report.ts";
import { registerReplyToCriticalReviews } from "./reply_to_critical_reviews.ts";
import { registerRightForMyProblem } from "./right_for_my_problem.ts";

/** Registers all prompts. */
export function registerPrompts(server: McpServer, services: McpServices): void {
  registerReplyToCriticalReviews(server, services);
  registerMonthlyReport(server, services);
  registerRightForMyProblem(server, services);
}
