// Preloaded before a command (`deno run --preload`). After its first chunk it prints "waiting", and continues as soon as
// the file that `WAIT_FOR` names exists, so that a test can publish another revision meanwhile.
const path = Deno.env.get("WAIT_FOR") ?? "";
const { set, commit } = Deno.AtomicOperation.prototype;
const writing = new WeakSet<Deno.AtomicOperation>();
let hasWaited = false;

Deno.AtomicOperation.prototype.set = function (key, ...rest) {
  if (key[0] === "dataset" && key.length === 3) writing.add(this);
  return set.call(this, key, ...rest);
};

Deno.AtomicOperation.prototype.commit = async function () {
  const result = await commit.call(this);
  if (hasWaited || !writing.has(this)) return result;
  hasWaited = true;
  Deno.stdout.writeSync(new TextEncoder().encode("waiting\n"));
  while (!await isThere()) await new Promise((go) => setTimeout(go, 20));
  return result;
};

async function isThere(): Promise<boolean> {
  try {
    await Deno.stat(path);
    return true;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    return false;
  }
}
