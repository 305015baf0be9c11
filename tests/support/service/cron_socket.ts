import { TextLineStream } from "./run_cli.ts";

/** The other end of `DENO_UNSTABLE_CRON_SOCK`, over which a host hears of crons and runs them (Deno 2.9). */
export interface CronSocket extends AsyncDisposable {
  /** The value of the variable. */
  readonly address: string;
  /** Resolves with the message of the program that meets the condition. */
  readonly heard: (matches: (message: Readonly<Record<string, unknown>>) => boolean) => Promise<unknown>;
  /** Sends a message to the program. */
  readonly send: (message: Readonly<Record<string, unknown>>) => Promise<void>;
}

/** Listens for one program. */
export function startCronSocket(): CronSocket {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const messages: Record<string, unknown>[] = [];
  const waiting = new Set<() => void>();
  const connected = Promise.withResolvers<Deno.TcpConn>();

  async function send(message: Readonly<Record<string, unknown>>): Promise<void> {
    await (await connected.promise).write(new TextEncoder().encode(`${JSON.stringify(message)}\n`));
  }
  const reading = (async () => {
    const connection = await listener.accept();
    connected.resolve(connection);
    const lines = connection.readable.pipeThrough(new TextDecoderStream()).pipeThrough(new TextLineStream());
    for await (const line of lines) {
      messages.push(JSON.parse(line));
      for (const look of waiting) look();
    }
  })().catch(() => {});

  return {
    address: `tcp:127.0.0.1:${listener.addr.port}`,
    heard: (matches) =>
      new Promise((resolve) => {
        const look = () => {
          const found = messages.find(matches);
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    send,
    [Symbol.asyncDispose]: async () => {
      listener.close();
      await reading;
    },
  };
}
