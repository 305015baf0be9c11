/** Tells the parent process the port: one line on standard output. */
export function announcePort(port: number): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${port}\n`));
}
