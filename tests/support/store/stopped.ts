/**
 * Resolves when every thread of a process stands still after a SIGSTOP; without /proc at once. One thread takes the
 * signal and stops the others: on a busy machine they went on for half a second, and answered.
 */
export async function stopped(pid: number): Promise<void> {
  if (Deno.build.os === "linux") { while (await isMoving(pid)); }
}

async function isMoving(pid: number): Promise<boolean> {
  // Deno itself reads /proc only where it may do everything.
  const { stdout } = await new Deno.Command("sh", { args: ["-c", `cat /proc/${pid}/task/*/stat`], stderr: "null" })
    .output();
  const threads = new TextDecoder().decode(stdout).trimEnd().split("\n");
  return threads.some((stat) => !stat.split(") ").at(-1)?.startsWith("T"));
}
