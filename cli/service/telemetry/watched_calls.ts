import { StoreTroubleError } from "../../../domain/store/store_trouble.ts";
import type { StoreCall, WatchCall } from "../../../domain/store/watched_store.ts";
import { traced } from "../../../domain/tracing.ts";

/** Has failed calls counted. */
export function countingErrors(count: (call: StoreCall, error: string) => void): WatchCall {
  return async (call, work) => {
    try {
      return await work();
    } catch (error) {
      count(call, errorName(error));
      throw error;
    }
  };
}

/** One of a few names: the text of an error may hold anything. */
function errorName(error: unknown): string {
  if (error instanceof StoreTroubleError) return error.fault;
  return /database is locked/.test(String(error)) ? "locked_for_now" : "other";
}

/**
 * Makes a span of each call that is a part of something that is traced; the looks of timers are none.
 *
 * @param isTraced Whether something is going on that is traced.
 */
export function tracingCalls(watch: WatchCall, isTraced: () => boolean): WatchCall {
  return (call, work, isFurther = false) => {
    if (isFurther || !isTraced()) return watch(call, work, isFurther);
    const attributes = { "db.system.name": "deno.kv", "db.operation.name": call };
    return traced(`store ${call}`, { attributes, isClient: true }, () => watch(call, work));
  };
}
