import type { StoreHealth } from "../../domain/store/store_health.ts";
import { type StoreFault, StoreTroubleError, troubleAdvice } from "../../domain/store/store_trouble.ts";
import type { Log } from "./log.ts";
import { repeatedFault } from "./repeated_fault.ts";

/** Keeps an eye on the store of a running service. */
export interface StoreWatch {
  /** Resolves as soon as the store can be written to. */
  readonly writable: () => Promise<void>;
  readonly stop: () => void;
}

// The shorter, the less likely is it that Deno KV writes to a full disk first.
const LOOK_EVERY_MS = 100;

/** Looks ten times a second, and tells the log what is wrong, what can be done, and when it is over. */
export function storeWatch(health: StoreHealth, log: Pick<Log, "info" | "error">, now: () => number): StoreWatch {
  let before: StoreFault | null = null;
  const waiting: (() => void)[] = [];
  const fault = repeatedFault((error) => {
    if (!(error instanceof StoreTroubleError)) throw error;
    log.error("store refuses", { reason: error.message, advice: `${troubleAdvice(error.fault)}.` });
  }, now);

  function see(): void {
    const current = health.trouble?.fault ?? null;
    if (current !== before) {
      const since = fault.since();
      fault.ended();
      if (current === null) {
        const seconds = since === null ? 0 : Math.round((now() - since) / 1000);
        log.info("store can be written again", { after_seconds: seconds });
        for (const go of waiting.splice(0)) go();
      }
    }
    before = current;
    if (current !== null) fault.happened(new StoreTroubleError(current));
  }

  async function look(): Promise<void> {
    await health.look();
    see();
  }

  health.watch(see);
  see();
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  return {
    writable: () => health.trouble === null ? Promise.resolve() : new Promise((go) => waiting.push(go)),
    stop: () => clearInterval(timer),
  };
}
