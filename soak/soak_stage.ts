import type { Processes } from "../bench/processes.ts";
import type { Fleet } from "./fleet/fleet.ts";
import type { ImportBook } from "./judge/import_book.ts";
import type { SubscriberBook } from "./judge/subscriber_book.ts";
import type { ShiftedClock } from "./stage/clock.ts";
import type { Findings } from "./stage/findings.ts";
import type { Service } from "./stage/service.ts";
import type { SmallDisk } from "./stage/small_disk.ts";
import type { SoakOptions } from "./stage/soak_options.ts";
import type { Timeline } from "./stage/timeline.ts";

/** All that a lane works with. */
export interface SoakStage {
  readonly options: SoakOptions;
  /** For the lane's own files; never full. */
  readonly folder: string;
  readonly processes: Processes;
  readonly findings: Findings;
  readonly timeline: Timeline;
  readonly clock: ShiftedClock;
  /** Null where none can be mounted. */
  readonly disk: SmallDisk | null;
  readonly first: Service;
  readonly second: Service;
  readonly fleet: Fleet;
  readonly subscribers: SubscriberBook;
  readonly imports: ImportBook;
  /** What services and commands are started with. */
  readonly environment: Readonly<Record<string, string>>;
  /** Aborted when the attacks are over. */
  readonly over: AbortSignal;
  /** Aborted when everything has to end at once. */
  readonly interrupted: AbortSignal;
  /** How much of the time of the attacks has passed, from 0 to 1. */
  readonly passed: () => number;
}
