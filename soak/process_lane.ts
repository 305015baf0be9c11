import type { Service } from "./service.ts";
import type { SoakStage } from "./soak_stage.ts";
import { wait } from "./timeline.ts";
import type { Action } from "./lane.ts";

/**
 * Share of the run time in which the first service is killed and stopped, from 0 to 1. Afterwards it keeps running, and
 * its memory is measured.
 */
export const FIRST_ACT = 0.4;

const LONGEST_PAUSE_MS = 14_000;
const LONGEST_DOWN_MS = 3000;

/**
 * Returns actions that kill, stop, pause and restart services. Until {@linkcode FIRST_ACT}, kills and stops hit the
 * first service, afterwards the second one.
 */
export function processActions(stage: SoakStage, random: () => number): readonly Action[] {
  const { first, second, options: { without }, over, passed } = stage;
  const isFirstAct = () => passed() < FIRST_ACT;
  const hasSecond = !without.has("second");

  /** Ends a service with the given function, and restarts it. */
  async function again(end: (service: Service) => Promise<void>): Promise<void> {
    const service = isFirstAct() || !hasSecond ? first : second;
    await end(service);
    await wait(random() * LONGEST_DOWN_MS, over);
    await service.start();
  }
  /** Starts or ends the second service. */
  async function comeOrGo(): Promise<void> {
    if (!second.isUp) await second.start();
    else if (random() < 0.5) await second.stop();
    else await second.kill();
  }
  async function pause(): Promise<void> {
    const service = second.isUp && random() < 0.5 ? second : first;
    await service.pause(1000 + random() * LONGEST_PAUSE_MS, over);
  }
  const all: readonly (Action & { readonly hazard: "kill" | "stop" | "pause" | "second" })[] = [
    { hazard: "kill", name: "kill", times: 3, run: () => again((service) => service.kill()) },
    { hazard: "stop", name: "stop", times: 2, run: () => again((service) => service.stop()) },
    { hazard: "pause", name: "pause", times: 2, run: pause },
    { hazard: "second", name: "second service", times: 2, run: comeOrGo },
  ];
  return all.filter(({ hazard }) => !without.has(hazard));
}

const SHORTEST_FULL_MS = 6000;
const LONGEST_FULL_MS = 18_000;

/** Returns an action that fills the disk of the store to the last byte, and frees it again. */
export function diskActions(
  { disk, findings, options, over, timeline }: SoakStage,
  random: () => number,
): readonly Action[] {
  if (disk === null || options.without.has("disk")) return [];
  return [{
    name: "full disk",
    times: 1,
    run: async () => {
      findings.count("attack: disk filled");
      const end = timeline.begin("full disk");
      await disk.fill();
      await wait(SHORTEST_FULL_MS + random() * (LONGEST_FULL_MS - SHORTEST_FULL_MS), over);
      await disk.free();
      end();
    },
  }];
}

const MINUTE_MS = 60_000;
/** Clock shifts to try, in milliseconds. */
const SHIFTS = [-120, -60, -5, -0.2, 0, 0.2, 5, 60, 120].map((minutes) => minutes * MINUTE_MS);

/** Returns an action that sets the clock of services and commands forward and back. */
export function clockActions({ clock, findings, options }: SoakStage): readonly Action[] {
  if (options.without.has("clock")) return [];
  return SHIFTS.map((shift) => ({
    name: `clock ${shift / MINUTE_MS}`,
    times: 1,
    run: async () => {
      findings.count(shift < clock.shift ? "attack: clock put back" : "attack: clock put ahead");
      await clock.set(shift);
    },
  }));
}
