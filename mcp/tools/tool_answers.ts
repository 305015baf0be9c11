import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";

/** Caches the latest answers of a tool: assistants repeat calls, and snapshots are immutable. */
export interface ToolAnswers {
  /** The answer for these arguments, created at the first call for the snapshot. */
  readonly find: (snapshot: Snapshot, args: object, make: () => CallToolResult) => CallToolResult;
}

const MOST_ANSWERS = 64;
const LONGEST_KEY = 1000;

/** Creates the cache of one tool; the answers of an old snapshot are garbage-collected with it. */
export function toolAnswers(): ToolAnswers {
  const ofSnapshot = new WeakMap<Snapshot, Map<string, CallToolResult>>();
  return {
    find: (snapshot, args, make) => {
      const key = JSON.stringify(args);
      if (key.length > LONGEST_KEY) return make();
      let answers = ofSnapshot.get(snapshot);
      if (answers === undefined) ofSnapshot.set(snapshot, answers = new Map());
      // Copied, because the library may add members.
      const known = answers.get(key);
      if (known !== undefined) return { ...known };
      const made = make();
      const [oldest] = answers.keys();
      if (answers.size >= MOST_ANSWERS && oldest !== undefined) answers.delete(oldest);
      answers.set(key, made);
      return { ...made };
    },
  };
}
