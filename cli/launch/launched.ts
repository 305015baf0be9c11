/** The programs that can be launched. */
export const LAUNCHED = [
  "start",
  "dev",
  "import",
  "export",
  "insights",
  "hub",
  "review",
  "history",
  "watch",
  "doctor",
  "bench",
] as const;

/** A program by the name of its task. */
export type Launched = typeof LAUNCHED[number];

/** The variable that names the folder for what sources send; made by the launcher. */
export const SOURCES_FOLDER = "SOURCES_FOLDER";
/** The variable that names the folder for a copy of the store, where that can only be read as one. */
export const COPY_FOLDER = "STORE_COPY_FOLDER";
