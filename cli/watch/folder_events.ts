/**
 * Tells that something has changed in folders, where the system says so: not on every network drive, and not of a folder
 * that is not there. So it only shortens the wait for the next look.
 */
export class FolderEvents implements Disposable {
  readonly #watchers: readonly Deno.FsWatcher[];
  #next = Promise.withResolvers<void>();

  constructor(folders: readonly string[]) {
    this.#watchers = folders.flatMap((folder) => {
      try {
        return [Deno.watchFs(folder, { recursive: false })];
      } catch {
        // The look itself says what is wrong with it.
        return [];
      }
    });
    for (const watcher of this.#watchers) void this.#listen(watcher);
  }

  /** Resolves at the first change since {@linkcode forget}. */
  changed(): Promise<void> {
    return this.#next.promise;
  }

  /** Forgets what has changed until now, as a look is about to begin. */
  forget(): void {
    this.#next = Promise.withResolvers<void>();
  }

  async #listen(watcher: Deno.FsWatcher): Promise<void> {
    for await (const { kind } of watcher) {
      // Our own look opens the files.
      if (kind !== "access") this.#next.resolve();
    }
  }

  [Symbol.dispose](): void {
    for (const watcher of this.#watchers) watcher.close();
  }
}
