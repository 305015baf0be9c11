import { type Fault, FAULTS, type Findings } from "./findings.ts";
import type { SoakOptions } from "./soak_stage.ts";
import type { Service } from "./service.ts";

const MEMORY_ROWS = 20;

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
    section(findings, "Imports and commands", ["import: ", "command: "]),
    section(findings, "Subscribers", ["sent: ", "delivery: "]),
    section(findings, "Answered", ["answered: "]),
    section(findings, "Refused", ["refused: "]),
    section(findings, "Without an answer, as the service was down or paused", ["excused: "]),
    section(findings, "Slowest", ["slowest: "]),
    section(findings, "Five seconds and slower", ["slow: "]),
    section(findings, "Health", ["health: "]),
    section(findings, "Attacks", ["process: ", "attack: ", "flood: ", "hostile: "]),
    section(findings, "Warnings and errors in the log", ["log: "]),
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

function memorySection(memory: MemoryBook): string {
  const { samples } = memory;
  const trend = memory.trend();
  const [start] = samples;
  const end = samples.at(-1);
  if (trend === null || start === undefined || end === undefined) {
    return "Memory and open files: this system does not tell them (/proc)";
  }
  const step = Math.max(1, (end.at - start.at) / MEMORY_ROWS);
  const rows = Map.groupBy(samples, ({ at, service }) => `${Math.floor((at - start.at) / step)} ${service}`);
  const { service, minutes, least, most, first, last, slope } = trend;
  return [
    "Memory (MiB) and open files",
    "    minute  service  life  least   most  files",
    ...[...rows.values()].map((row) => memoryRow(row, start.at)),
    `The longest life is one of the ${service} service: ${minutes.toFixed(1)} minutes, ${least} to ${most} MiB, ` +
    `median of its first third ${first}, of its last ${last}, slope ${slope.toFixed(1)} MiB an hour.`,
  ].join("\n");
}

function memoryRow(samples: readonly Sample[], startedAt: number): string {
  const [first] = samples;
  const memory = samples.map((sample) => sample.memory);
  const cells = [
    (((first?.at ?? 0) - startedAt) / 60_000).toFixed(1).padStart(10),
    (first?.service ?? "").padStart(7),
    String(samples.at(-1)?.life ?? 0).padStart(4),
    String(Math.min(...memory)).padStart(5),
    String(Math.max(...memory)).padStart(5),
    String(Math.max(...samples.map(({ descriptors }) => descriptors))).padStart(5),
  ];
  return cells.join("  ");
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

/** Memory during the longest life of a service. */
interface MemoryTrend {
  readonly service: string;
  readonly minutes: number;
  /**
   * Resident memory in MiB: minimum and maximum of all samples, medians of the first and the last third after the
   * warm-up.
   */
  readonly least: number;
  readonly most: number;
  readonly first: number;
  readonly last: number;
  /** Growth after the warm-up, in MiB an hour, by least squares. */
  readonly slope: number;
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

  /** Returns the trend of the longest life; null without samples. */
  trend(): MemoryTrend | null {
    const lives = Map.groupBy(this.samples, ({ service, life }) => `${service} ${life}`);
    const [longest] = [...lives.values()].sort((a, b) => lasting(b) - lasting(a));
    const [start] = longest ?? [];
    if (longest === undefined || start === undefined) return null;
    const all = longest.map(({ memory }) => memory);
    const warm = longest.slice(Math.floor(longest.length * WARM_UP));
    const third = Math.ceil(warm.length / 3);
    return {
      service: start.service,
      minutes: lasting(longest),
      least: Math.min(...all),
      most: Math.max(...all),
      first: median(warm.slice(0, third)),
      last: median(warm.slice(-third)),
      slope: slope(warm),
    };
  }

  /** Reports a fault if memory has grown in the longest life. */
  judge(): void {
    const trend = this.trend();
    if (trend === null || trend.minutes < JUDGED_FROM_MINUTES) return;
    const { service, first, last, minutes } = trend;
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

function lasting(samples: readonly Sample[]): number {
  return ((samples.at(-1)?.at ?? 0) - (samples[0]?.at ?? 0)) / 60_000;
}

function median(samples: readonly Sample[]): number {
  return samples.map(({ memory }) => memory).sort((a, b) => a - b)[Math.floor(samples.length / 2)] ?? 0;
}

/** Returns the growth of memory in MiB an hour, by least squares. */
function slope(samples: readonly Sample[]): number {
  const count = samples.length;
  const hours = ({ at }: Sample) => (at - (samples[0]?.at ?? 0)) / 3_600_000;
  const meanTime = samples.reduce((sum, one) => sum + hours(one), 0) / count;
  const meanMemory = samples.reduce((sum, one) => sum + one.memory, 0) / count;
  let [products, squares] = [0, 0];
  for (const one of samples) {
    const time = hours(one) - meanTime;
    products += time * (one.memory - meanMemory);
    squares += time * time;
  }
  return squares === 0 ? 0 : products / squares;
}
