import type { Processes } from "../bench/processes.ts";
import { TLS_FOLDER } from "../bench/hub/subscriber.ts";
import { readLines } from "./service.ts";

/** A request that a subscriber received, written as a line of JSON. Times are milliseconds since 1970. */
export type FleetEvent =
  /** Verification of intent (WebSub 5.3). */
  | {
    readonly kind: "verification";
    readonly at: number;
    readonly name: string;
    readonly mode: string;
    readonly leaseSeconds: number | null;
    readonly isConfirmed: boolean;
  }
  /** Denial (WebSub 5.2). */
  | { readonly kind: "denial"; readonly at: number; readonly name: string; readonly reason: string }
  /** Content distribution (WebSub 7). */
  | {
    readonly kind: "delivery";
    readonly at: number;
    readonly name: string;
    /** SHA-256 of the body. */
    readonly hash: string;
    /** Number of the newest imported change in the body; see `import_book.ts`. */
    readonly newest: number;
    /** True for valid JSON, or a feed with its closing tag. */
    readonly isWhole: boolean;
    /**
     * Number of the secret that made the signature. Null without a signature; -1 if no secret of this subscriber fits.
     */
    readonly generation: number | null;
    /** True if the subscriber answered with a 2xx. */
    readonly isTaken: boolean;
  }
  | { readonly kind: "other"; readonly at: number; readonly name: string; readonly request: string };

const SCRIPT = new URL("./fleet_process.ts", import.meta.url).pathname;
/** Path of the certificate authority that the service must trust to call the subscribers. */
export const AUTHORITY = `${TLS_FOLDER}/ca.pem`;

/** Handle of the subscribers, which run in a separate process. */
export interface Fleet {
  /** Returns the callback URL of a subscriber. */
  readonly callback: (name: string) => string;
}

/**
 * Starts the subscribers.
 *
 * @param take Called with each request that they receive.
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
