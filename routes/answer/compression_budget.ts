/** Whether so many bytes may be compressed now; where they may, they are taken off the budget. */
export type CompressionBudget = (bytes: number) => boolean;

// About an eighth of the time of one core: 14 KB take 100 microseconds inside a busy service.
const BYTES_A_SECOND = 16_777_216;

/**
 * Bounds the work on answers that are made for one request and perhaps never asked for again: at most 16 MiB a second
 * are compressed, and as much at once after a pause. Compressing each made a busy service answer a third fewer new
 * searches; a quiet one, where every answer is compressed, does not notice.
 *
 * @param now The time in milliseconds, of a clock that never goes back.
 */
export function compressionBudget(now: () => number): CompressionBudget {
  let left = BYTES_A_SECOND;
  let at = now();
  return (bytes) => {
    const time = now();
    left = Math.min(BYTES_A_SECOND, left + (time - at) / 1000 * BYTES_A_SECOND);
    at = time;
    if (left < bytes) return false;
    left -= bytes;
    return true;
  };
}

/** The budget of this process. */
export const processBudget: CompressionBudget = compressionBudget(() => performance.now());

/** No bound: for answers that are kept, and asked for again. */
export const unbounded: CompressionBudget = () => true;
