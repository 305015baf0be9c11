const ROOT = new URL("../../../", import.meta.url);

/** Starts the service in a way that must make it exit at once; resolves to exit code and output. */
export async function startFailing(
  environment: Record<string, string>,
  ...options: string[]
): Promise<{ code: number; stdout: string; stderr: string }> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-q",
      "--no-prompt",
      "--allow-net",
      "--allow-env",
      "--allow-read",
      "--allow-write",
      "main.ts",
      ...options,
    ],
    cwd: ROOT,
    env: { PORT: "0", HOST: "127.0.0.1", KV_PATH: ":memory:", DENO_LOG: "error,ext:runtime=off", ...environment },
    stdout: "piped",
    stderr: "piped",
  }).output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}
