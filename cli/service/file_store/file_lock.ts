import { DatabaseSync } from "node:sqlite";

const LOOK_EVERY_MS = 100;

/** Whether another process holds the lock of a file for as long as this; milliseconds. */
export async function isLockedFor(path: string, longest: number): Promise<boolean> {
  const start = performance.now();
  while (isLocked(path)) {
    if (performance.now() - start >= longest) return true;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return false;
}

/** Takes the lock and gives it back. What else may be wrong with the file is for others to find. */
function isLocked(path: string): boolean {
  let file: DatabaseSync | null = null;
  try {
    file = new DatabaseSync(path);
    file.exec("begin immediate; rollback");
    return false;
  } catch (error) {
    return /database is locked/.test(String(error));
  } finally {
    file?.close();
  }
}
