import type { McpServer } from "@modelcontextprotocol/server";
import type { McpServices } from "../mcp_services.ts";
import { ASPECT_RESOURCE } from "./aspect.ts";
import { registerDocuments } from "./documents.ts";
import { registerLlmsText } from "./llms_text.ts";
import { REVIEW_RESOURCE } from "./review.ts";
import { registerSummaryCard } from "./summary_card.ts";
import { TECHNICIAN_RESOURCE } from "./technician.ts";
import { registerTemplate, type TemplateResource } from "./template_resource.ts";

/** The templates of resources. */
export const TEMPLATE_RESOURCES: readonly TemplateResource[] = [REVIEW_RESOURCE, ASPECT_RESOURCE, TECHNICIAN_RESOURCE];

/** Registers all resources: documents, templates, the page of the summary card, and the text about the service. */
export function registerResources(server: McpServer, services: McpServices): void {
  registerDocuments(server, services);
  for (const template of TEMPLATE_RESOURCES) registerTemplate(server, services, template);
  registerSummaryCard(server);
  registerLlmsText(server, services);
}
