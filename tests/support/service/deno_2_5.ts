/** Where to find it otherwise: a program that was downloaded before. */
const PROGRAM = "DENO_2_5";

/** The program of Deno 2.5.0, which Deno Deploy runs: `DENO_2_5`, else from npm; null where it cannot be had. */
export const DENO_2_5: string | null = findDeno();

/** What is appended to the name of a test that needs it. */
export const WITHOUT_DENO_2_5 = DENO_2_5 === null ? " (skipped: npm gives no deno@2.5.0 here)" : "";

function findDeno(): string | null {
  const named = Deno.env.get(PROGRAM);
  if (named) return named;
  try {
    // The path itself: the script of the package passes no signals on.
    const path = ["--", "deno", "eval", "console.log(Deno.execPath())"];
    const { success, stdout } = new Deno.Command("npm", {
      args: ["exec", "--yes", "--prefer-offline", "--fetch-retries=0", "--package=deno@2.5.0", ...path],
      stdin: "null",
      stderr: "null",
    }).outputSync();
    return success ? new TextDecoder().decode(stdout).trim() : null;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}
