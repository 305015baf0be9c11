import { publishText } from "./publish_text.ts";
import { type TempStore, tempStore } from "../service/temp_store.ts";

/** A temporary store with one review, for a service: one that finds no reviews has to analyse the sample first. */
export async function filledStore(): Promise<TempStore> {
  const store = await tempStore();
  await publishText(store.kvPath, "Good work.");
  return store;
}
