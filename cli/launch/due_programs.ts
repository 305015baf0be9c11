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
/** Some network drives report no changes, so folders are listed as well. */
const LIST_EVERY_MS = 60_000;
/** Delays after a run without a plan: the first, and the longest. */
const FIRST_WAIT_MS = 10_000;
const LONGEST_WAIT_MS = 600_000;

/** A program to run when it is due. */
export interface DueProgram {
  /** Starts a run. Resolves when it has ended, to a plan that counts instead of the file of a plan. */
  readonly run: () => Promise<Plan | void>;
  /** Path of the file to which a run writes its plan. */
  readonly plan: string;
  /** Folders to watch besides those of its plans. */
  readonly folders?: readonly string[];
  /** Delay between a change in a folder and the run for it, in milliseconds. */
  readonly settleAfter?: number;
}

/** Runs a program whenever it is due, one run after the other, until `ended` resolves. */
export async function runWhenDue(
  { run, plan: path, folders: always = [], settleAfter = SETTLED_MS }: DueProgram,
  ended: Promise<unknown>,
): Promise<void> {
  let isOver = false;
  void ended.then(() => isOver = true);
  let failedWait = FIRST_WAIT_MS;
  let { folders } = await takePlan(path) ?? { folders: [] };
  while (!isOver) {
    // Watches from before the run on, so that no change falls between two runs.
    using changes = new FolderChanges([...always, ...folders]);
    const given = await run();
    if (isOver) return;
    const plan = given ?? await takePlan(path);
    const wait = plan?.wait ?? failedWait;
    failedWait = plan === null ? Math.min(2 * failedWait, LONGEST_WAIT_MS) : FIRST_WAIT_MS;
    using due = timer(wait);
    const isChanged = await Promise.race([ended, due.over, changes.noticed.then(() => true as const)]) === true;
    using settled = timer(isChanged ? settleAfter : 0);
    await Promise.race([ended, settled.over]);
    folders = plan?.folders ?? folders;
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

class FolderChanges implements Disposable {
  readonly #noticed = Promise.withResolvers<void>();
  readonly #watchers: readonly Deno.FsWatcher[];
  readonly #timer: ReturnType<typeof setInterval> | undefined;

  constructor(folders: readonly string[]) {
    this.#watchers = folders.flatMap((folder) => {
      try {
        return [Deno.watchFs(folder, { recursive: false })];
      } catch {
        // The folder is missing. A listing detects when it appears.
        return [];
      }
    });
    for (const watcher of this.#watchers) void this.#listen(watcher);
    const before = folders.map(listing).join();
    if (folders.length === 0) return;
    this.#timer = setInterval(() => folders.map(listing).join() === before || this.#noticed.resolve(), LIST_EVERY_MS);
  }

  get noticed(): Promise<void> {
    return this.#noticed.promise;
  }

  async #listen(watcher: Deno.FsWatcher): Promise<void> {
    for await (const { kind } of watcher) {
      // Ignores accesses, because a run reads the files.
      if (kind !== "access") this.#noticed.resolve();
    }
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    for (const watcher of this.#watchers) watcher.close();
  }
}

function listing(folder: string): string {
  try {
    return Array.from(Deno.readDirSync(folder), ({ name }) => {
      const { size, mtime } = Deno.lstatSync(`${folder}/${name}`);
      return `${name} ${size} ${mtime?.getTime()}`;
    }).sort().join("\n");
  } catch {
    return "";
  }
}

function timer(milliseconds: number): Disposable & { readonly over: Promise<void> } {
  let id: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((go) => id = setTimeout(go, milliseconds));
  return { over, [Symbol.dispose]: () => clearTimeout(id) };
}
