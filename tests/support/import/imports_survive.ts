import assert from "node:assert/strict";
import type { Review } from "../../../domain/review.ts";
import { reviewOf } from "../reviews/review_of.ts";
import { runProcess, tempStore } from "../service/run_cli.ts";

/** Where a proxy causes faults. */
interface LossyWay<Loss> {
  readonly url: string;
  readonly commits: () => number;
  readonly lose: (lossOf: (nth: number) => Loss | null) => void;
}

/**
 * Imports reviews through a proxy. Then repeats the import for each commit, with each kind of loss at that commit. No
 * review may be lost.
 *
 * @param url The store itself.
 * @param lossesOf The losses to cause in the nth commit.
 */
export async function assertImportsSurvive<Loss>(
  url: string,
  proxy: LossyWay<Loss>,
  lossesOf: (nth: number) => readonly Loss[],
): Promise<void> {
  await using folder = await tempStore();
  const path = `${folder.folder}/reviews.json`;
  const importing = async (reviews: readonly Review[], what: string) => {
    await Deno.writeTextFile(path, JSON.stringify(reviews));
    const { code, stderr } = await runProcess("import", [path], proxy.url);
    assert.equal(code, 0, `${what}: ${stderr}`);
  };
  // Text that does not compress: chunks of several commits.
  const many = Array.from(
    { length: 400 },
    (_, n) => reviewOf({ native: `many-${n}`, text: crypto.getRandomValues(new Uint8Array(900)).toBase64() }),
  );
  await importing(many, "the first import");
  const commits = proxy.commits();
  assert.ok(commits >= 4, `${commits} commits`);
  let expected = many.length;
  for (let at = 0; at < commits; at++) {
    for (const loss of lossesOf(at)) {
      const what = `commit ${at}, ${loss}`;
      proxy.lose((nth) => nth === at ? loss : null);
      await importing([reviewOf({ native: what })], what);
      const { stdout } = await runProcess("export", [], url);
      assert.equal(JSON.parse(stdout).reviews.length, ++expected, what);
    }
  }
}
