// Preloaded before tests and programs. Every store that they open loses commits and answers, chosen by the seed in
// STORE_LOSSES, and is treated as a store behind a network.
import { CertainStore } from "../../../domain/store/certain_store.ts";
import { losingStore, seededLosses } from "./losing_store.ts";

const seed = Number(Deno.env.get("STORE_LOSSES"));
const openKv = Deno.openKv;
let opened = 0;

Object.defineProperty(Deno, "openKv", {
  value: async (path?: string) => {
    const store = new CertainStore(losingStore(await openKv(path), seededLosses(seed + ++opened)), {
      waitMilliseconds: 0,
    });
    return Object.assign(store, { [Symbol.dispose]: () => store.close() });
  },
});
