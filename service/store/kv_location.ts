/** Reads an environment variable; undefined if it is not set. */
export type ReadVariable = (name: string) => string | undefined;

/** The environment of this process. */
export const environment: ReadVariable = (name) => Deno.env.get(name);

/** Default path of the store. */
export const DEFAULT_KV_PATH = ".data/reviews.kv";

/**
 * Returns the location of the store: `KV_PATH`, else the default path; undefined on Deno Deploy, where each app has a
 * database.
 */
export function kvLocation(variable: ReadVariable): string | undefined {
  const path = variable("KV_PATH");
  if (path) return path;
  return isDenoDeploy(variable) ? undefined : DEFAULT_KV_PATH;
}

/** True on Deno Deploy: in the service, or in a build step, which has only `DENO_DEPLOY`. */
export function isDenoDeploy(variable: ReadVariable): boolean {
  return Boolean(variable("DENO_DEPLOYMENT_ID") || variable("DENO_DEPLOY"));
}

/** True for a store behind a network: KV Connect, PostgreSQL, or the database of an app on Deno Deploy. */
export function isBehindNetwork(path: string | undefined): boolean {
  return path === undefined || /^https?:/.test(path) || isPostgres(path);
}

/** True for a PostgreSQL database. */
export function isPostgres(path: string | undefined): path is string {
  return path !== undefined && /^postgres(?:ql)?:/.test(path);
}

/** Returns a location without its password. */
export function shownLocation(path: string | undefined): string {
  if (path === undefined) return "of this app";
  return path.replace(/^(\w+:\/\/[^:@/]*):[^@/]*@/, "$1@");
}

/** True for a file of this machine: neither `:memory:` nor behind a network. */
export function isStoreFile(path: string): boolean {
  return path !== ":memory:" && !isBehindNetwork(path);
}

/** Files of settings: the variable of each, and what the name of its default has after that of the store. */
const SETTINGS_FILES = { SOURCES_FILE: ".sources.json", ALERTS: ".alerts.json" } as const;

/** A variable that names a file of settings. */
export type SettingsVariable = keyof typeof SETTINGS_FILES;

/** The variables that name files of settings. */
export const SETTINGS_VARIABLES = Object.keys(SETTINGS_FILES) as readonly SettingsVariable[];

/**
 * Returns the path of a file of settings, which may be missing: what its variable names, else a file beside the store.
 * Undefined if the store is no file, and if the variable is empty.
 */
export function settingsFile(variable: ReadVariable, name: SettingsVariable): string | undefined {
  const store = kvLocation(variable);
  const isDefault = store !== undefined && isStoreFile(store);
  return (variable(name) ?? (isDefault ? store + SETTINGS_FILES[name] : undefined)) || undefined;
}

/** Reads variables; those of files of settings have their default if it exists, without symbolic links. */
export function withSettingsFiles(variable: ReadVariable): ReadVariable {
  return (name) => {
    const known = SETTINGS_VARIABLES.find((one) => one === name);
    const path = known && settingsFile(variable, known);
    try {
      return path === undefined ? variable(name) : Deno.realPathSync(path);
    } catch {
      return variable(name);
    }
  };
}
