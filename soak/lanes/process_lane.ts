import type { Service } from "../stage/service.ts";
import type { SoakStage } from "../soak_stage.ts";
import { wait } from "../wait.ts";
import type { Action } from "./lane.ts";

/** Until here the first service is attacked; after it, it lives on, so that its memory can be watched. */
export const FIRST_ACT = 0.4;
const LONGEST_PAUSE_MS = 14_000;
const LONGEST_DOWN_MS = 3000;

/**
 * Kills, stops and pauses services and starts them again. In the first act that is the first service, mostly alone on
 * its store; in the second act it is the second one, beside the first.
 */
export function processActions(stage: SoakStage, random: () => number): readonly Action[] {
  const { first, second, options: { without }, over, passed } = stage;
  const isFirstAct = () => passed() < FIRST_ACT;
  const hasSecond = !without.has("second");

  /** Ends a service in some way, and has it up again. */
  async function again(end: (service: Service) => Promise<void>): Promise<void> {
    const service = isFirstAct() || !hasSecond ? first : second;
    await end(service);
    await wait(random() * LONGEST_DOWN_MS, over);
    await service.start();
  }
  /** Has the second service come, or go. */
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
