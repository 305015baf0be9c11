import { ACCESS_TOKEN } from "../store/denokv.ts";
import { servingProcess, type TestServer } from "./test_server.ts";

/**
 * True on the Deno of Deno Deploy. It has no socket for crons, and leaves a connection open that is ended during its
 * handshake.
 */
export const IS_DENO_OF_DEPLOY: boolean = Deno.version.deno.startsWith("2.5.");

/** Environment that Deno Deploy sets for every instance. */
export const DEPLOY_VARIABLES = {
  DENO_DEPLOY: "true",
  DENO_DEPLOYMENT_ID: "deployment",
  DENO_DEPLOY_APPLICATION_SLUG: "reviews",
  DENO_DEPLOY_ORGANIZATION_SLUG: "agency",
  DENO_TIMELINE: "production",
} as const;

/**
 * Runs the entry point as Deno Deploy documents it: all permissions, no flags, address and database from the
 * environment. The disk is read-only, and `.data` cannot be read.
 *
 * @param database URL of the app's database.
 * @param preload A module to load first; null for none.
 */
export async function startOnDeploy(
  database: string,
  environment: Readonly<Record<string, string>> = {},
  preload: string | null = null,
): Promise<TestServer> {
  const before = preload === null ? [] : ["--preload", preload];
  return await servingProcess(
    new Deno.Command(Deno.execPath(), {
      args: ["run", "-q", "-A", "--deny-write", "--deny-read=.data", ...before, "main.ts"],
      cwd: new URL("../../../", import.meta.url),
      env: {
        ...DEPLOY_VARIABLES,
        DENO_KV_DEFAULT_PATH: database,
        DENO_KV_ACCESS_TOKEN: ACCESS_TOKEN,
        DENO_SERVE_ADDRESS: "tcp:127.0.0.1:0",
        DENO_LOG: "error,ext:runtime=off",
        BASE_URL: "https://reviews.example",
        ...environment,
      },
      stdout: "piped",
      stderr: "inherit",
    }).spawn(),
  );
}
