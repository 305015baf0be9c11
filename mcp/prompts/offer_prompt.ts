import type { McpServer } from "@modelcontextprotocol/server";

/** Offers a prompt that has been made ready at a server. */
export type OfferPrompt = (server: McpServer) => void;
