import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";

/** Keeps the last answers of the tools: assistants ask the same again and again, and a snapshot never changes. */
export interface ToolAnswers {
  /** The answer to these arguments, made at the first call for this snapshot. */
  readonly find: (snapshot: Snapshot, args: object, make: () => CallToolResult) => CallToolResult;
}

const MOST_ANSWERS = 64;
const LONGEST_KEY = 1000;

/** Makes the memory of one tool; what belongs to an old snapshot goes with it. */
export function toolAnswers(): ToolAnswers {
  const ofSnapshot = new WeakMap<Snapshot, Map<string, CallToolResult>>();
  return {
    find: (snapshot, args, make) => {
      const key = JSON.stringify(args);
      if (key.length > LONGEST_KEY) return make();
      let answers = ofSnapshot.get(snapshot);
      if (answers === undefined) ofSnapshot.set(snapshot, answers = new Map());
      // The library may add members of its own to what it is given.
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
