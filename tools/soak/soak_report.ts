import { median } from "../bench/rows.ts";
import { type Fault, FAULTS, type Findings } from "./findings.ts";
import type { SoakOptions } from "./soak_stage.ts";
import type { Service } from "./service.ts";

/** Sections of the report: the title, and the beginnings of the names of its counters. */
const SECTIONS: Readonly<Record<string, readonly string[]>> = {
  "Imports and commands": ["import: ", "command: "],
  "Subscribers": ["sent: ", "delivery: "],
  "Answered": ["answered: "],
  "Refused": ["refused: "],
  "Without an answer, as the service was down or paused": ["excused: "],
  "Slowest": ["slowest: "],
  "Five seconds and slower": ["slow: "],
  "Health": ["health: "],
  "Attacks": ["process: ", "attack: ", "flood: ", "hostile: "],
  "Warnings and errors in the log": ["log: "],
};

/** Returns the text of the report of a soak. */
export function soakReport(
  findings: Findings,
  memory: MemoryBook,
  { minutes, driver, seed, without }: SoakOptions,
  leftOut: readonly string[],
): string {
  const faults = Object.entries(FAULTS).map(([kind, title]) => {
    const { count, texts } = findings.faults(kind as Fault);
    return `${title}: ${count === 0 ? "nothing" : count}${texts.map((text) => `\n  ${text}`).join("")}`;
  });
  const parts = [
    `Soak of ${minutes} minutes, ${driver} driver, seed ${seed}, ${findings.time()} in all`,
    ...without.size > 0 || leftOut.length > 0 ? [`Left out: ${[...without, ...leftOut].join(", ")}`] : [],
    faults.join("\n"),
    ...Object.entries(SECTIONS).map(([title, prefixes]) => section(findings, title, prefixes)),
    memorySection(memory),
    findings.faultCount === 0 ? "Nothing was lost." : `${findings.faultCount} faults.`,
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function section(findings: Findings, title: string, prefixes: readonly string[]): string {
  const lines = prefixes.flatMap((prefix) =>
    findings.countsOf(prefix).map(([what, count]) => [prefixes.length > 1 ? prefix + what : what, count] as const)
  );
  if (lines.length === 0) return "";
  return [title, ...lines.map(([what, count]) => `  ${String(count).padStart(8)}  ${what}`)].join("\n");
}

const HEADINGS = ["service", "life", "minutes", "least", "most", "first third", "last third", "files"];

function memorySection(memory: MemoryBook): string {
  const lives = memory.lives();
  if (lives.length === 0) return "Memory and open files: this system does not tell them (/proc)";
  const rows = lives.map(({ service, life, minutes, least, most, first, last, files }) =>
    [service, life, minutes.toFixed(1), least, most, first, last, files].map(String)
  );
  const line = (cells: readonly string[]) =>
    cells.map((cell, at) => cell.padStart(HEADINGS[at]?.length ?? 0)).join("  ");
  return ["Memory (MiB) and open files of each life", ...[HEADINGS, ...rows].map((row) => `  ${line(row)}`)].join("\n");
}

/** Memory and open files of a process at one time. */
interface Sample {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly service: string;
  /** Number of the start of the service. */
  readonly life: number;
  /** Resident memory, in MiB. */
  readonly memory: number;
  /** Number of open files and connections. */
  readonly descriptors: number;
}

/** Memory during one life of a service, in MiB: extremes, and medians of the first and last third after the warm-up. */
interface Life extends Pick<Sample, "service" | "life"> {
  readonly minutes: number;
  readonly least: number;
  readonly most: number;
  readonly first: number;
  readonly last: number;
  /** Maximum number of open files and connections. */
  readonly files: number;
}

const EVERY_MS = 1000;
/** Share of a life to ignore as warm-up, from 0 to 1. Caches fill and code is compiled in this time. */
const WARM_UP = 0.2;
// Minimum life to judge, in minutes. In a shorter one, warm-up looks like growth.
const JUDGED_FROM_MINUTES = 10;
const MOST_GROWTH = { share: 0.25, mebibytes: 48 };

/** Samples memory and open files of the services, if the system has `/proc`. */
export class MemoryBook implements Disposable {
  readonly samples: Sample[] = [];
  readonly #timer: ReturnType<typeof setInterval>;

  constructor(services: readonly Service[], private readonly findings: Findings) {
    this.#timer = setInterval(() => void Promise.all(services.map((service) => this.#sample(service))), EVERY_MS);
  }

  /** Returns the lives of all services, the longest first. */
  lives(): readonly Life[] {
    const lives = Map.groupBy(this.samples, ({ service, life }) => `${service} ${life}`);
    return [...lives.values()].map(lifeOf).sort((a, b) => b.minutes - a.minutes);
  }

  /** Reports a fault if memory has grown in the longest life. */
  judge(): void {
    const [longest] = this.lives();
    if (longest === undefined || longest.minutes < JUDGED_FROM_MINUTES) return;
    const { service, first, last, minutes } = longest;
    if (last <= Math.max(first * (1 + MOST_GROWTH.share), first + MOST_GROWTH.mebibytes)) return;
    this.findings.fault("grown", `${service} took ${first} MiB and then ${last}, in ${Math.round(minutes)} minutes.`);
  }

  /** Stops sampling. */
  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  async #sample({ name, pid, life }: Service): Promise<void> {
    if (pid === null) return;
    try {
      const status = await Deno.readTextFile(`/proc/${pid}/status`);
      const memory = Math.round(Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024);
      // Skips the shell that starts the service.
      if (!/^Name:\s+deno/m.test(status) || memory === 0) return;
      const descriptors = (await Array.fromAsync(Deno.readDir(`/proc/${pid}/fd`))).length;
      this.samples.push({ at: Date.now(), service: name, life, memory, descriptors });
    } catch {
      // The process has just ended, or this system has no `/proc`.
    }
  }
}

function lifeOf(samples: readonly Sample[]): Life {
  const all = samples.map(({ memory }) => memory);
  const warm = all.slice(Math.floor(all.length * WARM_UP));
  const third = Math.ceil(warm.length / 3);
  return {
    service: samples[0]?.service ?? "",
    life: samples[0]?.life ?? 0,
    minutes: ((samples.at(-1)?.at ?? 0) - (samples[0]?.at ?? 0)) / 60_000,
    least: Math.min(...all),
    most: Math.max(...all),
    first: median(warm.slice(0, third)),
    last: median(warm.slice(-third)),
    files: Math.max(...samples.map(({ descriptors }) => descriptors)),
  };
}
