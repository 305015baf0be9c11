const MEGABYTE = 1_000_000;

// Measured with 50,000 and 300,000 reviews of 640 bytes; see the table in docs/operate.md.
const SERVING = { base: 150 * MEGABYTE, perReview: 3500 };
// Two lines, because the memory per review falls with their number.
const IMPORTING = [{ base: 161 * MEGABYTE, perReview: 5200 }, { base: 228 * MEGABYTE, perReview: 3400 }] as const;
const BYTES_OF_ROW = 640;

/** Maximum memory of a service in bytes, reached while it loads a new revision. */
export function memoryToServe(reviews: number): number {
  return SERVING.base + SERVING.perReview * reviews;
}

/**
 * Maximum memory of an import in bytes.
 *
 * @param reviews Expected number of reviews after it.
 * @param fileBytes Length of the files, from which the number of rows is estimated.
 */
export function memoryToImport(reviews: number, fileBytes: number): number {
  const rows = Math.max(reviews, fileBytes / BYTES_OF_ROW);
  return Math.min(...IMPORTING.map(({ base, perReview }) => base + perReview * rows));
}

/** Warns if memory may not suffice; null if it does or the limit is unknown. */
export function memoryWarning(what: string, needed: number, limit: number | null): string | null {
  if (limit === null || needed <= limit) return null;
  return `memory may not suffice: ${what} takes about ${megabytes(needed)}, and ${megabytes(limit)} are available`;
}

/**
 * Memory in bytes that the machine and the control groups of this process leave to it (`proc(5)`, `cgroups(7)`); null if
 * unknown. The launcher calls it, because Deno allows these files only to processes with all permissions.
 */
export function availableMemory(read: (path: string) => string = readFile): number | null {
  const free = /^MemAvailable: +(\d+) kB/m.exec(read("/proc/meminfo"))?.[1];
  const groups = read("/proc/self/cgroup").split("\n").flatMap((line) => {
    const [, controllers, path] = /^\d+:([^:]*):(.*)$/.exec(line) ?? [];
    if (controllers === "") return [`/sys/fs/cgroup${path}/memory.max`];
    return controllers?.split(",").includes("memory") ? [`/sys/fs/cgroup/memory${path}/memory.limit_in_bytes`] : [];
  });
  // In a container, its own group is the visible root, whatever its path is outside.
  const roots = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];
  const limits = [...groups, ...roots].map((path) => Number.parseInt(read(path)));
  const known = [free === undefined ? NaN : Number(free) * 1024, ...limits].filter((bytes) => bytes > 0);
  return known.length === 0 ? null : Math.min(...known);
}

function readFile(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return "";
  }
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / MEGABYTE).toLocaleString("en")} MB`;
}
