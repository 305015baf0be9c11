import { Hono } from "hono";
import { announcePort } from "./announce_port.ts";
import { readAnswer } from "./answer_file.ts";

// The usual way to send JSON: a route that serialises an object for every request.
const value = JSON.parse(new TextDecoder().decode(readAnswer(Deno.args[0] ?? "").body));
const app = new Hono()
  .get("/api/reviews/search", (context) => context.json(value))
  .post("/mcp", async (context) => {
    await context.req.json();
    return context.json(value);
  });
const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, app.fetch);
announcePort(server.addr.port);
