import type { Service } from "./service.ts";
import type { SoakStage } from "./soak_stage.ts";
import { wait } from "./timeline.ts";
import type { Action } from "./lane.ts";

/**
 * Share of the run time in which the first service is killed and stopped, from 0 to 1. Afterwards it keeps running, and
 * its memory is measured.
 */
const FIRST_ACT = 0.4;
const LONGEST_PAUSE_MS = 14_000;
const LONGEST_DOWN_MS = 3000;
const SHORTEST_FULL_MS = 6000;
const LONGEST_FULL_MS = 18_000;
const MINUTE_MS = 60_000;
/** Clock shifts to try, in milliseconds. */
const SHIFTS = [-120, -60, -5, -0.2, 0, 0.2, 5, 60, 120].map((minutes) => minutes * MINUTE_MS);

/**
 * Returns actions that kill, stop, pause and restart services. Until {@linkcode FIRST_ACT}, kills and stops hit the
 * first service, afterwards the second one.
 */
export function processActions(stage: SoakStage, random: () => number): readonly Action[] {
  const { first, second, options: { without }, over, passed, timeline } = stage;

  /** Ends a service with the given function, and restarts it. */
  async function again(end: (service: Service) => Promise<void>): Promise<void> {
    const service = passed() < FIRST_ACT || without.has("second") ? first : second;
    await end(service);
    await wait(random() * LONGEST_DOWN_MS, over);
    await service.start();
  }
  /** Starts or ends the second service. */
  async function comeOrGo(): Promise<void> {
    if (!second.isUp) await second.start();
    else await (random() < 0.5 ? second.stop() : second.kill());
  }
  async function pause(): Promise<void> {
    // A stopped service cannot see that the disk fills, and ends when it resumes.
    if (timeline.touched(Date.now(), Date.now(), ["full disk"])) return;
    const service = second.isUp && random() < 0.5 ? second : first;
    await service.pause(1000 + random() * LONGEST_PAUSE_MS, over);
  }
  const actions = {
    kill: [3, () => again((service) => service.kill())],
    stop: [2, () => again((service) => service.stop())],
    pause: [2, pause],
    second: [2, comeOrGo],
  } as const satisfies Record<string, Action>;
  const hazards = ["kill", "stop", "pause", "second"] as const;
  return hazards.filter((hazard) => !without.has(hazard)).map((hazard) => actions[hazard]);
}

/** Returns an action that fills the disk of the store to the last byte, and frees it again. */
export function diskActions(
  { disk, findings, over, timeline }: SoakStage,
  random: () => number,
): readonly Action[] {
  if (disk === null) return [];
  async function fill(disk: NonNullable<SoakStage["disk"]>): Promise<void> {
    if (timeline.touched(Date.now(), Date.now(), ["paused"])) return;
    findings.count("attack: disk filled");
    const end = timeline.begin("full disk");
    await disk.fill();
    await wait(SHORTEST_FULL_MS + random() * (LONGEST_FULL_MS - SHORTEST_FULL_MS), over);
    await disk.free();
    end();
  }
  return [[1, () => fill(disk)]];
}

/** Returns actions that set the clock of services and commands forward and back. */
export function clockActions({ clock, findings, options }: SoakStage): readonly Action[] {
  if (options.without.has("clock")) return [];
  return SHIFTS.map((shift) => [1, async () => {
    findings.count(shift < clock.shift ? "attack: clock put back" : "attack: clock put ahead");
    await clock.set(shift);
  }]);
}
