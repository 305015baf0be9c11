import type { Processes } from "../../bench/processes.ts";
import { TLS_FOLDER } from "../../bench/hub/subscriber.ts";
import { readLines } from "../stage/service.ts";
import type { FleetEvent } from "./fleet_event.ts";

const SCRIPT = new URL("fleet_process.ts", import.meta.url).pathname;

/** The authority that the service has to trust, so that it can call the subscribers. */
export const AUTHORITY = `${TLS_FOLDER}/ca.pem`;

/** The subscribers, in their own process. */
export interface Fleet {
  /** The callback of a subscriber. */
  readonly callback: (name: string) => string;
}

/**
 * Starts the subscribers.
 *
 * @param take Is given what they are sent.
 */
export async function startFleet(processes: Processes, take: (event: FleetEvent) => void): Promise<Fleet> {
  const args = ["run", "-q", "--no-prompt", "--allow-net=127.0.0.1", `--allow-read=${TLS_FOLDER}`, SCRIPT, TLS_FOLDER];
  const child = processes.start(Deno.execPath(), args, { stdout: "piped" });
  const listening = Promise.withResolvers<number>();
  void readLines(child.stdout, (line) => {
    const told: FleetEvent | { readonly port: number } = JSON.parse(line);
    if ("port" in told) listening.resolve(told.port);
    else take(told);
  });
  const port = await Promise.race([
    listening.promise,
    child.status.then(({ code }) => {
      throw new Error(`The subscribers ended with code ${code} before they listened.`);
    }),
  ]);
  return { callback: (name) => `https://${name}.subscriber.localhost:${port}/callback` };
}
