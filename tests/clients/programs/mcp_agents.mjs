// @ai-sdk/mcp, @openai/agents and @google/genai: the argument is the URL of /mcp.
import { createMCPClient } from "@ai-sdk/mcp";
import { mcpToTool } from "@google/genai";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { getAllMcpTools, MCPServerStreamableHttp } from "@openai/agents";

const url = process.argv[2];

async function aiSdk() {
  const client = await createMCPClient({ transport: { type: "http", url } });
  const tools = await client.tools();
  const answer = await tools.search_reviews.execute({ rating: 1, limit: 2 }, { toolCallId: "1", messages: [] });
  const { prompts } = await client.experimental_listPrompts();
  await client.close();
  return { tools: Object.keys(tools), returned: answer.structuredContent.returned, prompts: prompts.length };
}

async function openAi() {
  const server = new MCPServerStreamableHttp({ url });
  await server.connect();
  const tools = await getAllMcpTools({ mcpServers: [server], convertSchemasToStrict: true });
  const [first] = await server.callTool("search_reviews", { rating: 1, limit: 2 });
  await server.close();
  return { tools: tools.map(({ name }) => name), answered: first.type };
}

async function google() {
  const client = new Client({ name: "program", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  const tool = mcpToTool(client);
  const { functionDeclarations } = await tool.tool();
  const [{ functionResponse }] = await tool.callTool([{ name: "search_reviews", args: { rating: 1, limit: 2 } }]);
  await client.close();
  return {
    tools: functionDeclarations.map(({ name }) => name),
    returned: functionResponse.response.structuredContent.returned,
  };
}

console.log(JSON.stringify([await aiSdk(), await openAi(), await google()]));
process.exit(0);
