const GIVE_UP_AFTER_MS = 30_000;

/**
 * Waits until a subscriber has received so many deliveries since it was last asked.
 *
 * @param port Where it reports.
 * @returns When each delivery that came had been read, in milliseconds since 1970.
 * @throws {DOMException} When they do not come within half a minute.
 */
export async function arrivals(port: number, count: number): Promise<readonly number[]> {
  const signal = AbortSignal.timeout(GIVE_UP_AFTER_MS);
  return await (await fetch(`http://127.0.0.1:${port}/?count=${count}`, { signal })).json();
}
