// Preloaded before the service (`deno run --preload`). The process kills itself with SIGKILL at a certain commit.
// `KILL_AT` is "before" or "after", followed by conditions on the commit: what it does ("set:denial", "delete:pending")
// or does not do ("!set:denial") to rows whose key begins with that part.
const [when = "", ...wanted] = (Deno.env.get("KILL_AT") ?? "").split(" ");
/** Number of matching commits to let pass first. A commit whose check fails does not count: it is retried. */
let spared = Number(Deno.env.get("KILL_AFTER") ?? 0);

const { set, delete: remove, commit } = Deno.AtomicOperation.prototype;
const done = new WeakMap<Deno.AtomicOperation, Set<string>>();

function note(operation: Deno.AtomicOperation, what: string, key: Deno.KvKey): void {
  const all = done.get(operation) ?? new Set();
  done.set(operation, all.add(`${what}:${String(key[0])}`));
}

Deno.AtomicOperation.prototype.set = function (key, ...rest) {
  note(this, "set", key);
  return set.call(this, key, ...rest);
};

Deno.AtomicOperation.prototype.delete = function (key) {
  note(this, "delete", key);
  return remove.call(this, key);
};

Deno.AtomicOperation.prototype.commit = async function () {
  const all = done.get(this) ?? new Set();
  const isMet = (one: string) => one.startsWith("!") ? !all.has(one.slice(1)) : all.has(one);
  const isWanted = wanted.length > 0 && wanted.every(isMet);
  if (isWanted && spared === 0 && when === "before") return await die();
  const result = await commit.call(this);
  if (isWanted && result.ok && spared-- === 0) return await die();
  return result;
};

function die(): Promise<never> {
  Deno.kill(Deno.pid, "SIGKILL");
  return new Promise(() => {});
}
