/**
 * Runs what only prints. A reader of its pipe that has seen enough and closes it, such as `head`, ends it without an
 * error.
 *
 * @returns Its exit code; 0 where the pipe was closed.
 */
export async function untilPipeCloses(run: () => number | Promise<number>): Promise<number> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Deno.errors.BrokenPipe) return 0;
    throw error;
  }
}
