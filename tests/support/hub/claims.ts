/**
 * Runs steps of a test on resources that the test itself started. Leaks are checked for the whole test, not per step.
 * Steps that share nothing may run concurrently.
 */
export function claims(test: Deno.TestContext): (claim: string, check: () => void | Promise<void>) => Promise<boolean> {
  return (name, fn) => test.step({ name, fn, sanitizeOps: false, sanitizeResources: false, sanitizeExit: false });
}
