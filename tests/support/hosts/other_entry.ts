// A third-party program that imports the service and listens for it.
import service from "../../../main.ts";

Deno.serve({
  hostname: "127.0.0.1",
  port: 0,
  onListen: ({ port }) => Deno.stdout.writeSync(new TextEncoder().encode(`${JSON.stringify({ port })}\n`)),
}, service.fetch);
