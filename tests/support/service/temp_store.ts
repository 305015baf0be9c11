/** A temporary folder, removed on disposal. */
export interface TempStore extends AsyncDisposable {
  readonly folder: string;
  /** A path for the store; the file does not exist yet. */
  readonly kvPath: string;
}

/** Creates a temporary folder for a store. */
export async function tempStore(): Promise<TempStore> {
  const folder = await Deno.makeTempDir({ prefix: "reviews-test-" });
  return {
    folder,
    kvPath: `${folder}/reviews.kv`,
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}
