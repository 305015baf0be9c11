import { HeardLines } from "./test_server.ts";

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
    /** Runs the cron that the program registers; resolves when it has ended, and rejects if it has failed. */
    runCron: async () => {
      const { crons } = await messages.first(({ kind }) => kind === "register") as { crons: { name: string }[] };
      const invocation = { kind: "invoke", name: crons[0]?.name };
      await (await connected.promise).write(new TextEncoder().encode(`${JSON.stringify(invocation)}\n`));
      const result = await messages.first(({ kind }) => kind === "result");
      if (result["success"] !== true) throw new Error(`The cron failed: ${JSON.stringify(result)}`);
    },
    [Symbol.asyncDispose]: async () => {
      listener.close();
      await reading;
    },
  };
}
