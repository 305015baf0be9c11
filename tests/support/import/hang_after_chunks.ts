// Preloaded before a command (`deno run --preload`). As soon as the new revision has `HANG_AFTER_CHUNKS` chunks in the
// store, at the latest when the head would be written, the process prints "hanging" and commits nothing more, so that a
// test can kill it at a defined point. If `WAIT_FOR` names a file, the process continues as soon as that exists.
const hangAfter = Number(Deno.env.get("HANG_AFTER_CHUNKS"));
const waitFor = Deno.env.get("WAIT_FOR");
const END_AFTER_MS = 60_000;
const { set, commit } = Deno.AtomicOperation.prototype;
let [chunks, hanging, hasWaited] = [0, false, false];

Deno.AtomicOperation.prototype.set = function (key, ...rest) {
  if (key[0] === "dataset" && key.length === 3) chunks++;
  if (key[0] === "dataset" && key[1] === "head") hang();
  return set.call(this, key, ...rest);
};

Deno.AtomicOperation.prototype.commit = async function () {
  const result = hanging && !hasWaited ? null : await commit.call(this);
  if (result !== null && (hasWaited || chunks < hangAfter)) return result;
  hang();
  if (result === null || waitFor === undefined) return await new Promise<never>(() => {});
  while (!await Deno.stat(waitFor).then(() => true, () => false)) await new Promise((go) => setTimeout(go, 20));
  hasWaited = true;
  return result;
};

function hang(): void {
  if (hanging) return;
  hanging = true;
  Deno.stdout.writeSync(new TextEncoder().encode("hanging\n"));
  if (waitFor === undefined) setTimeout(() => Deno.exit(70), END_AFTER_MS);
}
