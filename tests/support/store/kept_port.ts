const LOWEST = 20_000;
const COUNT = 10_000;
const TRIES = 20;

/**
 * Starts a server on a port that will be free again when it is restarted: one below those that a system gives to
 * connections and to whoever asks for any port. A port that was free a moment ago may be another test's by now, so it is
 * the server that says whether it has it.
 *
 * @param start Rejects with an error that says "address already in use" where somebody else has the port.
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
