import { readHead } from "../../../domain/dataset/dataset_head.ts";
import type { Review } from "../../../domain/review.ts";
import { runAtTerminal, runCli } from "../service/run_cli.ts";
import { tempStore } from "../service/temp_store.ts";

/** A temporary store with the given files, and the commands on it. */
export async function importWorkshop(files: Record<string, unknown>) {
  const store = await tempStore();
  for (const [name, content] of Object.entries(files)) {
    await Deno.writeTextFile(
      `${store.folder}/${name}`,
      typeof content === "string" ? content : JSON.stringify(content),
    );
  }
  const path = (name: string) => `${store.folder}/${name}`;
  return {
    ...store,
    [Symbol.asyncDispose]: store[Symbol.asyncDispose],
    path,
    importing: (...args: string[]) =>
      runCli("import", args.map((arg) => Object.hasOwn(files, arg) ? path(arg) : arg), store.kvPath),
    /** Imports at a terminal, with an answer to its question. */
    importingAtTerminal: (answer: string, ...args: string[]) =>
      runAtTerminal("import", args.map((arg) => Object.hasOwn(files, arg) ? path(arg) : arg), store.kvPath, answer),
    run: (command: "export", ...args: string[]) => runCli(command, args, store.kvPath),
    published: async (): Promise<{ business: { name: string }; reviews: Review[] }> =>
      JSON.parse((await runCli("export", [], store.kvPath)).stdout),
    revision: async () => {
      using kv = await Deno.openKv(store.kvPath);
      return (await readHead(kv)).value?.revision ?? null;
    },
  };
}
