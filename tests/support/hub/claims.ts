/**
 * Makes steps of a test that share what the test has started. What the steps leave open is the business of the whole
 * test, which is looked at for leaks as ever. Steps that share nothing may run at the same time.
 */
export function claims(test: Deno.TestContext): (claim: string, check: () => void | Promise<void>) => Promise<boolean> {
  return (name, fn) => test.step({ name, fn, sanitizeOps: false, sanitizeResources: false, sanitizeExit: false });
}
