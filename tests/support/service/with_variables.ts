/** Runs a test with variables of the environment, which it leaves as they were. */
export async function withVariables(
  variables: Readonly<Record<string, string>>,
  test: () => Promise<void>,
): Promise<void> {
  for (const [name, value] of Object.entries(variables)) Deno.env.set(name, value);
  try {
    await test();
  } finally {
    for (const name of Object.keys(variables)) Deno.env.delete(name);
  }
}
