/** A folder of a test's own, removed with everything in it when the test ends. */
export interface TempStore extends AsyncDisposable {
  readonly folder: string;
  /** A path for the store's file; the file does not exist yet. */
  readonly kvPath: string;
}

/** Makes a folder for a store. */
export async function tempStore(): Promise<TempStore> {
  const folder = await Deno.makeTempDir({ prefix: "reviews-test-" });
  return {
    folder,
    kvPath: `${folder}/reviews.kv`,
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}
