/** Tells the process that started this one where it listens: one line with the port. */
export function announcePort(port: number): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${port}\n`));
}
