// A service may need other programs, such as the watch of its sources. They run when something is due and then end,
// because a waiting program takes 50 MB. Between two runs the launcher waits as the plan of the last run says.

/** Plan of the next run, which a program writes to the file that `PLAN_FILE` names. */
export interface Plan {
  /** Delay before the next run, in milliseconds. */
  readonly wait: number;
  /** Folders whose changes start the next run earlier. */
  readonly folders: readonly string[];
}

/** Signals that a new revision is served, if the launcher waits for it. */
export async function noteNews(variable: (name: string) => string | undefined): Promise<void> {
  const folder = variable("NEWS_FOLDER");
  if (folder) await Deno.writeTextFile(`${folder}/revision`, "");
}

/**
 * Files are imported once they have been unchanged for five seconds. The rest is a margin for the coarser clock of
 * files.
 */
const SETTLED_MS = 5100;
/**
 * Interval at which files of settings and folders are compared with before, in milliseconds. Folders as well, because some
 * network drives report no changes.
 */
const LIST_EVERY_MS = 3000;
/** Delays after a run without a plan, in milliseconds: the first, and the longest. */
const FIRST_WAIT_MS = 10_000;
const LONGEST_WAIT_MS = 600_000;

/** Plan of a program without settings: wait for their file. */
export const NOTHING_DUE: Plan = { wait: 86_400_000, folders: [] };

/** A program to run when it is due. */
export interface DueProgram {
  /** Starts a run. Resolves when it has ended, to a plan that replaces the one in the file, if any. */
  readonly run: () => Promise<Plan | void>;
  /** Path of the file to which a run writes its plan. */
  readonly plan: string;
  /** Folders to watch besides those of its plans. */
  readonly folders?: readonly string[];
  /** Files whose changes start a run, such as those of its settings; they may be missing. */
  readonly files?: readonly string[];
  /** Interval at which files and folders are compared with before, in milliseconds. */
  readonly listEvery?: number;
  /** Delay between a change in a folder and the run for it, in milliseconds. */
  readonly settleAfter?: number;
}

/** Runs a program whenever it is due, one run after the other, until `ended` resolves. */
export async function runWhenDue(
  { run, plan: path, folders: always = [], files = [], settleAfter = SETTLED_MS, listEvery = LIST_EVERY_MS }:
    DueProgram,
  ended: Promise<unknown>,
): Promise<void> {
  let isOver = false;
  void ended.then(() => isOver = true);
  let failedWait = FIRST_WAIT_MS;
  let folders: readonly string[] = (await takePlan(path))?.folders ?? [];
  while (!isOver) {
    // Watches from before the run on, so that no change falls between two runs.
    using changes = new FileChanges([...always, ...folders], files, listEvery);
    const given = await run();
    if (isOver) return;
    const plan = given ?? await takePlan(path);
    const watched = folders;
    folders = plan?.folders ?? folders;
    // A folder that this run names first was not watched during it, so another run follows at once.
    if (folders.some((folder) => !watched.includes(folder))) continue;
    const wait = plan?.wait ?? failedWait;
    failedWait = plan === null ? Math.min(2 * failedWait, LONGEST_WAIT_MS) : FIRST_WAIT_MS;
    using due = timer(wait);
    const changed = await Promise.race([ended, due.over, changes.noticed]);
    using settled = timer(changed === "folder" ? settleAfter : 0);
    await Promise.race([ended, settled.over]);
  }
}

/** Reads a plan and removes it, so that a run that fails later leaves none. */
async function takePlan(path: string): Promise<Plan | null> {
  try {
    const plan = JSON.parse(await Deno.readTextFile(path)) as Plan;
    await Deno.remove(path);
    return plan;
  } catch {
    return null;
  }
}

/** Writes the plan of the next run, if the launcher waits for one. */
export async function writePlan(plan: Plan): Promise<void> {
  const path = Deno.env.get("PLAN_FILE");
  if (path) await Deno.writeTextFile(path, JSON.stringify(plan));
}

/** Notices changes of folders at once, and those of files and network drives at the next comparison. */
class FileChanges implements Disposable {
  readonly #noticed = Promise.withResolvers<"folder" | "file">();
  readonly #watchers: readonly Deno.FsWatcher[];
  readonly #timer: ReturnType<typeof setInterval> | undefined;

  constructor(folders: readonly string[], files: readonly string[], every: number) {
    this.#watchers = folders.flatMap((folder) => {
      try {
        return [Deno.watchFs(folder, { recursive: false })];
      } catch {
        // The folder is missing. A listing detects when it appears.
        return [];
      }
    });
    for (const watcher of this.#watchers) void this.#listen(watcher);
    if (folders.length + files.length === 0) return;
    const lists = { folder: () => folders.map(listing).join(), file: () => files.map(mark).join() };
    const before = { folder: lists.folder(), file: lists.file() };
    this.#timer = setInterval(() => {
      for (const kind of ["folder", "file"] as const) if (lists[kind]() !== before[kind]) this.#noticed.resolve(kind);
    }, every);
  }

  /** Resolves at the first change, to what has changed. */
  get noticed(): Promise<"folder" | "file"> {
    return this.#noticed.promise;
  }

  async #listen(watcher: Deno.FsWatcher): Promise<void> {
    for await (const { kind } of watcher) {
      // Ignores accesses, because a run reads the files.
      if (kind !== "access") this.#noticed.resolve("folder");
    }
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    for (const watcher of this.#watchers) watcher.close();
  }
}

function listing(folder: string): string {
  try {
    return Array.from(Deno.readDirSync(folder), ({ name }) => `${name} ${mark(`${folder}/${name}`)}`).sort().join("\n");
  } catch {
    return "";
  }
}

/** Size and modification time of a file; empty if it is missing. */
function mark(path: string): string {
  try {
    const { size, mtime } = Deno.statSync(path);
    return `${size} ${mtime?.getTime()}`;
  } catch {
    return "";
  }
}

function timer(milliseconds: number): Disposable & { readonly over: Promise<void> } {
  let id: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((go) => id = setTimeout(go, milliseconds));
  return { over, [Symbol.dispose]: () => clearTimeout(id) };
}
