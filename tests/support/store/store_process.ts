const LOWEST = 20_000;
/** Up to the port that a stored store needs (`upgrade_test.ts`). */
const COUNT = 7_000;
const TRIES = 20;

/**
 * Starts a server on a port to which it can return after a restart: below the ephemeral ports of the system. Tries other
 * ports while `start` rejects with "address already in use".
 */
export async function onKeptPort<Server>(
  start: (port: number) => Promise<Server>,
): Promise<{ readonly port: number; readonly server: Server }> {
  for (let left = TRIES;; left--) {
    const port = LOWEST + Math.floor(Math.random() * COUNT);
    try {
      return { port, server: await start(port) };
    } catch (error) {
      if (left === 1 || !/address already in use/i.test(String(error))) throw error;
    }
  }
}

/**
 * Resolves when the log of a server has a text; rejects with its log if it ends before. Reads on, so that the pipe never
 * fills.
 */
export async function listening(
  server: Deno.ChildProcess,
  text: string,
): Promise<{ readonly pid: number; readonly kill: (signal: Deno.Signal) => void; readonly ended: Promise<void> }> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const ended = (async () => {
    let log = "";
    for await (const part of server.stderr.pipeThrough(new TextDecoderStream())) {
      log = (log + part).slice(-10_000);
      if (log.includes(text)) resolve();
    }
    await server.status;
    reject(new Error(`The store has ended: ${log}`));
  })();
  await promise;
  return { pid: server.pid, kill: (signal) => server.kill(signal), ended };
}
