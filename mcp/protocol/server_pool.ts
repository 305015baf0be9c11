import type { McpServer } from "@modelcontextprotocol/server";

const MOST_IDLE = 64;

/**
 * Lends servers, each for one exchange at a time: to register the tools of a new one takes longer than a call of a
 * tool. A server comes back when its connection closes.
 */
export function serverPool(build: () => McpServer): () => McpServer {
  const idle: McpServer[] = [];
  return () => {
    const lent = idle.pop() ?? build();
    lent.server.onclose = () => {
      if (idle.length < MOST_IDLE) idle.push(lent);
    };
    return lent;
  };
}
