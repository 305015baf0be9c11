import { HeardLines, type Line } from "./test_server.ts";

/** See {@linkcode startCronSocket}. */
export type CronSocket = ReturnType<typeof startCronSocket>;

/**
 * Listens for one program: the other end of `DENO_UNSTABLE_CRON_SOCK`, over which a host hears of crons and runs them
 * (Deno 2.9).
 */
export function startCronSocket() {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const messages = new HeardLines();
  const connected = Promise.withResolvers<Deno.TcpConn>();
  const reading = (async () => {
    const connection = await listener.accept();
    connected.resolve(connection);
    await messages.hear(connection.readable);
  })().catch(() => {});
  return {
    /** The value of the variable. */
    address: `tcp:127.0.0.1:${listener.addr.port}`,
    /** Resolves with the message of the program that meets the condition. */
    heard: (matches: (message: Line) => boolean) => messages.first(matches),
    /** Sends a message to the program. */
    send: async (message: Line) => {
      await (await connected.promise).write(new TextEncoder().encode(`${JSON.stringify(message)}\n`));
    },
    [Symbol.asyncDispose]: async () => {
      listener.close();
      await reading;
    },
  };
}
