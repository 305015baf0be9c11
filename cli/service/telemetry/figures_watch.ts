import type { Store } from "../../../domain/store/store.ts";
import { type HubFigures, readHubFigures } from "../../../websub/operator/hub_figures.ts";

/** Reads the figures of the hub no more often than they are worth it. */
export interface FiguresWatch {
  /** The figures, read anew when they are old. Rejects while they cannot be read. */
  readonly look: () => Promise<HubFigures>;
  /** What was read last; null before the first time, and when the last time failed. */
  readonly last: () => HubFigures | null;
}

// A look reads some thirty rows, which may have their price.
const OLD_AFTER_MS = 10_000;
// Who asks whether the store answers wants an answer.
const GIVE_UP_AFTER_MS = 2000;

/** Makes a watch; those who ask at the same time share one look. */
export function figuresWatch(kv: Store, now: () => number = () => performance.now()): FiguresWatch {
  let last: HubFigures | null = null;
  let readAt = -Infinity;
  let underWay: Promise<HubFigures> | null = null;

  async function read(): Promise<HubFigures> {
    try {
      last = await readHubFigures(kv, Date.now());
      readAt = now();
      return last;
    } catch (error) {
      last = null;
      readAt = -Infinity;
      throw error;
    } finally {
      underWay = null;
    }
  }

  return {
    look: () => {
      if (last !== null && now() - readAt < OLD_AFTER_MS) return Promise.resolve(last);
      underWay ??= read();
      // Nobody may be left to hear of it.
      underWay.catch(() => {});
      return inTime(underWay);
    },
    last: () => last,
  };
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error("The store has not answered in time.")), GIVE_UP_AFTER_MS);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
