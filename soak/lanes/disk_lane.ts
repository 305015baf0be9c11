import type { SoakStage } from "../soak_stage.ts";
import { wait } from "../wait.ts";
import type { Action } from "./lane.ts";

const SHORTEST_FULL_MS = 6000;
const LONGEST_FULL_MS = 18_000;

/** Fills the disk of the store to the last byte, and frees it again. */
export function diskActions({ disk, findings, options, over }: SoakStage, random: () => number): readonly Action[] {
  if (disk === null || options.without.has("disk")) return [];
  return [{
    name: "full disk",
    times: 1,
    run: async () => {
      findings.count("attack: disk filled");
      await disk.fill();
      await wait(SHORTEST_FULL_MS + random() * (LONGEST_FULL_MS - SHORTEST_FULL_MS), over);
      await disk.free();
    },
  }];
}
