import type { CommandResult } from "../service/run_cli.ts";

const INSPECTOR = "npm:@modelcontextprotocol/inspector@2.12.0";
const GIVE_UP_AFTER_MS = 60_000;

/** Calls an MCP server with the inspector's command line, in a process with a time limit. */
export async function inspectMcp(
  url: string,
  era: "legacy" | "modern",
  args: readonly string[],
): Promise<CommandResult> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), GIVE_UP_AFTER_MS);
  const folder = await Deno.makeTempDir();
  try {
    const target = ["--cli", url, "--transport", "http", "--protocol-era", era, "--format", "json"];
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--quiet", "--no-config", "--no-lock", "--allow-all", INSPECTOR, ...target, ...args],
      cwd: folder,
      env: { NO_COLOR: "1", HOME: folder, DENO_DIR: await denoDir() },
      signal: late.signal,
    }).output();
    const decoder = new TextDecoder();
    return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
  } finally {
    clearTimeout(timer);
    await Deno.remove(folder, { recursive: true });
  }
}

/** The module cache of this process: the inspector gets a home folder of its own, as it writes there. */
async function denoDir(): Promise<string> {
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output();
  return String(JSON.parse(new TextDecoder().decode(stdout)).denoDir);
}
