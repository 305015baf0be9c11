import { completable, McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { ProtocolLife } from "../../../mcp/mcp_services.ts";

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
const SILENCE = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";

const text = (value: string) => ({ type: "text" as const, text: value });
const image = { type: "image" as const, data: PIXEL, mimeType: "image/png" };
const resource = (uri: string, value: string) => ({
  type: "resource" as const,
  resource: { uri, mimeType: "text/plain", text: value },
});
const user = <Content>(content: Content) => ({ role: "user" as const, content });

/** A server with the tools, resources and prompts that the conformance suite expects. */
export function mcpFixtureServer(life: ProtocolLife): McpServer {
  const server = new McpServer({ name: "fixture", version: "1.0.0" }, {
    capabilities: {
      tools: { listChanged: false },
      prompts: { listChanged: false },
      resources: { listChanged: false, subscribe: life === "modern" },
    },
    cacheHints: {
      "server/discover": { ttlMs: 300_000, cacheScope: "public" },
      "tools/list": { ttlMs: 300_000, cacheScope: "public" },
      "prompts/list": { ttlMs: 300_000, cacheScope: "public" },
      "resources/list": { ttlMs: 300_000, cacheScope: "public" },
      "resources/templates/list": { ttlMs: 300_000, cacheScope: "public" },
      "resources/read": { ttlMs: 60_000, cacheScope: "public" },
    },
  });
  registerTools(server);
  registerResources(server);
  registerPrompts(server);
  return server;
}

function registerTools(server: McpServer): void {
  const contents = {
    test_simple_text: [text("This is a simple text response for testing.")],
    test_image_content: [image],
    test_audio_content: [{ type: "audio" as const, data: SILENCE, mimeType: "audio/wav" }],
    test_embedded_resource: [resource("test://embedded-resource", "This is an embedded resource content.")],
    test_multiple_content_types: [
      text("Multiple content types test:"),
      image,
      resource("test://mixed-content-resource", '{"test":"data","value":123}'),
    ],
  };
  for (const [name, content] of Object.entries(contents)) {
    server.registerTool(name, { description: `Answers what ${name} says.` }, () => ({ content }));
  }
  server.registerTool("test_error_handling", { description: "Always fails." }, () => {
    throw new Error("This tool intentionally returns an error for testing");
  });
  server.registerTool("test_tool_with_progress", { description: "Tells of its progress." }, async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
      const params = { progressToken: progressToken ?? "", progress, total: 100 };
      await mcpReq.notify({ method: "notifications/progress", params });
    }
    return { content: [text("Done.")] };
  });
  server.registerTool("test_repeat", {
    description: "Says a text again.",
    inputSchema: z.object({ words: z.string() }),
    outputSchema: z.object({ said: z.string() }),
  }, ({ words }) => ({ content: [text(words)], structuredContent: { said: words } }));
}

function registerResources(server: McpServer): void {
  const entry = (uri: string, mimeType: string) => ({ uri, mimeType });
  server.registerResource("static-text", "test://static-text", { mimeType: "text/plain" }, ({ href }) => ({
    contents: [{ ...entry(href, "text/plain"), text: "This is the content of the static text resource." }],
  }));
  server.registerResource("static-binary", "test://static-binary", { mimeType: "image/png" }, ({ href }) => ({
    contents: [{ ...entry(href, "image/png"), blob: PIXEL }],
  }));
  const template = new ResourceTemplate("test://template/{id}/data", { list: undefined });
  server.registerResource("template", template, { mimeType: "application/json" }, ({ href }, { id }) => ({
    contents: [{
      ...entry(href, "application/json"),
      text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
    }],
  }));
}

function registerPrompts(server: McpServer): void {
  server.registerPrompt("test_simple_prompt", { description: "A prompt." }, () => ({
    messages: [user(text("This is a simple prompt for testing."))],
  }));
  server.registerPrompt("test_prompt_with_arguments", {
    description: "A prompt with arguments.",
    argsSchema: z.object({ arg1: completable(z.string(), (start) => [`${start}1`]), arg2: z.string() }),
  }, ({ arg1, arg2 }) => ({ messages: [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))] }));
  server.registerPrompt("test_prompt_with_embedded_resource", {
    description: "A prompt with a resource.",
    argsSchema: z.object({ resourceUri: z.string() }),
  }, ({ resourceUri }) => ({
    messages: [
      user(resource(resourceUri, "Embedded resource content for testing.")),
      user(text("Please process the embedded resource above.")),
    ],
  }));
  server.registerPrompt("test_prompt_with_image", { description: "A prompt with an image." }, () => ({
    messages: [user(image), user(text("Please analyze the image above."))],
  }));
}
