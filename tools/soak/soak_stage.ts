import type { ImportBook } from "./import_book.ts";
import type { SubscriberBook } from "./subscriber_book.ts";
import type { Service, ServiceSurroundings } from "./service.ts";
import type { SmallDisk } from "../../tests/support/service/small_disk.ts";
import { type CommandLine, UsageError } from "../../cli/command/run_command.ts";

/** State and collaborators that all lanes share. */
export interface SoakStage extends ServiceSurroundings {
  readonly options: SoakOptions;
  /** Folder for files of the lanes, on a disk that is never filled. */
  readonly folder: string;
  /** Disk of the store that can be filled; null if this user cannot mount one. */
  readonly disk: SmallDisk | null;
  readonly first: Service;
  readonly second: Service;
  /** Returns the callback URL of a subscriber. */
  readonly callback: (name: string) => string;
  readonly subscribers: SubscriberBook;
  readonly imports: ImportBook;
  /** Aborted when the attacks are over. */
  readonly over: AbortSignal;
  /** Returns the passed share of the attack time, from 0 to 1. */
  readonly passed: () => number;
}

/** Kinds of attacks that can be left out. */
export const HAZARDS = ["kill", "stop", "pause", "second", "disk", "flood", "hostile", "clock"] as const;

/** A kind of attack. */
type Hazard = typeof HAZARDS[number];

/** Options of a soak. */
export interface SoakOptions {
  readonly minutes: number;
  readonly driver: "queue" | "sweep";
  readonly seed: number;
  readonly reviews: number;
  readonly without: ReadonlySet<Hazard>;
  /** File for the report, or null. */
  readonly report: string | null;
}

/** Command line options. */
export const OPTIONS = {
  minutes: { type: "string" },
  driver: { type: "string" },
  seed: { type: "string" },
  reviews: { type: "string" },
  without: { type: "string", multiple: true },
  report: { type: "string" },
} as const;

const LONGEST_MINUTES = 1440;

/**
 * Reads the options.
 *
 * @throws {UsageError} For the first invalid option.
 */
export function readSoakOptions(line: CommandLine): SoakOptions {
  if (line.files.length > 0) throw new UsageError(`soak takes no ${JSON.stringify(line.files[0])}; see --help.`);
  const driver = line.text("driver") ?? "queue";
  if (driver !== "queue" && driver !== "sweep") {
    throw new UsageError(`--driver is "${driver}"; allowed is queue or sweep.`);
  }
  return {
    minutes: number(line, "minutes", 2, 0.1, LONGEST_MINUTES),
    driver,
    seed: number(line, "seed", 1, 0, 2 ** 32 - 1),
    reviews: number(line, "reviews", 400, 1, 100_000),
    without: new Set(line.texts("without").flatMap((text) => text.split(",")).map(hazard)),
    report: line.text("report"),
  };
}

function number(line: CommandLine, name: string, otherwise: number, least: number, most: number): number {
  const text = line.text(name) ?? String(otherwise);
  const value = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : NaN;
  if (value >= least && value <= most) return value;
  throw new UsageError(`--${name} is "${text}"; allowed is a number from ${least} to ${most}.`);
}

function hazard(text: string): Hazard {
  const found = HAZARDS.find((one) => one === text);
  if (found !== undefined) return found;
  throw new UsageError(`--without is "${text}"; allowed are ${HAZARDS.join(", ")}, with commas between them.`);
}
