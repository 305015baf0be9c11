import type { OpenedStore } from "../service/open_store.ts";
import { openStore, StoreError } from "../service/open_store.ts";
import { isBehindNetwork, isStoreFile, shownLocation } from "../service/kv_location.ts";
import { troubleAdvice, troubleText } from "../../domain/store/store_trouble.ts";
import { fault, type Finding, ok, warning } from "./finding.ts";

/** What was found out about the store, and the store where it can be read. */
export interface CheckedStore {
  readonly findings: readonly Finding[];
  readonly opened: OpenedStore | null;
}

/**
 * Checks whether the store can be read and written. A store that is not there is not made: with a mistyped path it would
 * look like one without reviews.
 *
 * @param path As `openStore` takes it.
 */
export async function checkStore(path: string | undefined): Promise<CheckedStore> {
  const shown = shownLocation(path);
  if (path === ":memory:") {
    const text = "KV_PATH is :memory:, so everything is lost when the service stops.";
    return { findings: [warning("store", text, "Set it to a file.")], opened: null };
  }
  if (path !== undefined && isStoreFile(path) && await isMissing(path)) {
    const text = `There is no store at ${shown} yet.`;
    const advice = "Start the service or import reviews, or set KV_PATH to the file that you have.";
    return { findings: [warning("store", text, advice)], opened: null };
  }
  try {
    const started = performance.now();
    const opened = await openStore(path);
    const milliseconds = Math.round(performance.now() - started);
    const { trouble } = opened.health;
    if (trouble !== null) {
      return {
        findings: [
          fault("store", `${shown} can be read. ${troubleText(trouble.fault)}.`, `${troubleAdvice(trouble.fault)}.`),
        ],
        opened,
      };
    }
    const pace = isBehindNetwork(path) ? ` It was opened in ${milliseconds} ms.` : "";
    return { findings: [ok("store", `${shown} can be read and written.${pace}`)], opened };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return { findings: [fault("store", error.message)], opened: null };
  }
}

async function isMissing(path: string): Promise<boolean> {
  try {
    await Deno.stat(path);
    return false;
  } catch (error) {
    return error instanceof Deno.errors.NotFound;
  }
}
