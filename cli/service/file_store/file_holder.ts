import { DatabaseSync } from "node:sqlite";

/**
 * Whether another process, such as a service, has the file of a store open. SQLite gives the exclusive lock of a file to none while
 * another has it open; it is given back at once. To be asked before this process opens the store itself.
 *
 * @returns Null where it cannot be told.
 */
export function isHeldElsewhere(path: string): boolean | null {
  let file: DatabaseSync | null = null;
  try {
    if (!Deno.statSync(path).isFile) return null;
    file = new DatabaseSync(path);
    file.exec("pragma locking_mode = exclusive; select count(*) from sqlite_master");
    return false;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    return /database is locked/.test(String(error)) ? true : null;
  } finally {
    file?.close();
  }
}
