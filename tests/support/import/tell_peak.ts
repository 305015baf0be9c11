// Preloaded before a program: prints its peak memory and processor time on standard error when it ends.
import process from "node:process";

globalThis.addEventListener("unload", () => {
  const { user, system } = process.cpuUsage();
  const kilobytes = Number(/^VmHWM:\s+(\d+) kB/m.exec(Deno.readTextFileSync("/proc/self/status"))?.[1]);
  const told = { megabytes: Math.round(kilobytes * 1.024 / 1000), seconds: (user + system) / 1_000_000 };
  Deno.stderr.writeSync(new TextEncoder().encode(`${JSON.stringify(told)}\n`));
});
