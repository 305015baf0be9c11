import type { McpServer } from "@modelcontextprotocol/server";

const MOST_IDLE = 64;

/**
 * A pool of servers, each used for one exchange at a time, because registering the tools of a new one takes longer than
 * a tool call. A server returns to the pool when its connection closes.
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
