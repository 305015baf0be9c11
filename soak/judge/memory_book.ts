import type { Findings } from "../stage/findings.ts";
import type { Service } from "../stage/service.ts";

/** What a process took at a time. */
export interface Sample {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly service: string;
  /** Which of the service's lives. */
  readonly life: number;
  /** Resident memory, in MiB. */
  readonly memory: number;
  /** Files and connections that are open. */
  readonly descriptors: number;
}

/** How memory went in the longest life of a service. */
export interface MemoryTrend {
  readonly service: string;
  readonly minutes: number;
  /** MiB: of all samples, and medians of the first and the last third after the warm-up. */
  readonly least: number;
  readonly most: number;
  readonly first: number;
  readonly last: number;
  /** MiB an hour, by least squares, after the warm-up. */
  readonly slope: number;
}

const EVERY_MS = 1000;
/** So much of a life is not looked at: caches fill and code is compiled. */
const WARM_UP = 0.2;
// Of shorter lives growth and warm-up cannot be told apart.
const JUDGED_FROM_MINUTES = 10;
const MOST_GROWTH = { share: 0.25, mebibytes: 48 };

/** Samples memory and open files of the services, where the system tells them (`/proc`). */
export class MemoryBook implements Disposable {
  readonly samples: Sample[] = [];
  readonly #timer: ReturnType<typeof setInterval>;

  constructor(services: readonly Service[], private readonly findings: Findings) {
    this.#timer = setInterval(() => void Promise.all(services.map((service) => this.#sample(service))), EVERY_MS);
  }

  /** How memory went in the longest life; null when nothing could be sampled. */
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

  /** Finds whether memory has grown in the longest life. */
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
      // Before the shell has become the service, it is small.
      if (!/^Name:\s+deno/m.test(status) || memory === 0) return;
      const descriptors = (await Array.fromAsync(Deno.readDir(`/proc/${pid}/fd`))).length;
      this.samples.push({ at: Date.now(), service: name, life, memory, descriptors });
    } catch {
      // It has just ended, or the system has no such files.
    }
  }
}

function lasting(samples: readonly Sample[]): number {
  return ((samples.at(-1)?.at ?? 0) - (samples[0]?.at ?? 0)) / 60_000;
}

function median(samples: readonly Sample[]): number {
  return samples.map(({ memory }) => memory).sort((a, b) => a - b)[Math.floor(samples.length / 2)] ?? 0;
}

/** MiB an hour. */
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
