/** The store file if nothing else is configured. */
export const DEFAULT_KV_PATH = ".data/reviews.kv";

/**
 * Location of the store: `KV_PATH`, else the default file; undefined on Deno Deploy, where each app has its own
 * database.
 */
export function kvLocation(variable: (name: string) => string | undefined): string | undefined {
  const path = variable("KV_PATH");
  if (path) return path;
  return isDenoDeploy(variable) ? undefined : DEFAULT_KV_PATH;
}

/** Whether this is Deno Deploy: the service itself, or a command before it (a build knows `DENO_DEPLOY` only). */
export function isDenoDeploy(variable: (name: string) => string | undefined): boolean {
  return Boolean(variable("DENO_DEPLOYMENT_ID") || variable("DENO_DEPLOY"));
}

/** Whether a location is a store behind a network: KV Connect, PostgreSQL, or the database of an app on Deno Deploy. */
export function isBehindNetwork(path: string | undefined): boolean {
  return path === undefined || /^https?:/.test(path) || isPostgres(path);
}

/** Whether a location is a database of PostgreSQL. */
export function isPostgres(path: string | undefined): path is string {
  return path !== undefined && /^postgres(?:ql)?:/.test(path);
}

/** A location as it may be shown: without a password. */
export function shownLocation(path: string | undefined): string {
  if (path === undefined) return "of this app";
  return path.replace(/^(\w+:\/\/[^:@/]*):[^@/]*@/, "$1@");
}

/** Whether a location is a file of this machine, and neither `:memory:` nor behind a network. */
export function isStoreFile(path: string): boolean {
  return path !== ":memory:" && !isBehindNetwork(path);
}
