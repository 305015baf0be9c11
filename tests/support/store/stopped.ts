/**
 * Resolves when every thread of a process stands still after a SIGSTOP; without /proc at once. One thread takes the
 * signal and stops the others: on a busy machine they went on for half a second, and answered.
 */
export async function stopped(pid: number): Promise<void> {
  const tasks = `/proc/${pid}/task`;
  const isRunning = async () => {
    const states = (await Array.fromAsync(Deno.readDir(tasks))).map(async ({ name }) =>
      (await Deno.readTextFile(`${tasks}/${name}/stat`)).split(") ").at(-1)?.startsWith("T") ?? true
    );
    return (await Promise.all(states)).includes(false);
  };
  if (Deno.build.os === "linux") { while (await isRunning()); }
}
