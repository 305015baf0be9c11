const PORTS: Readonly<Record<string, string>> = { "smtp:": "587", "smtps:": "465", "https:": "443", "http:": "80" };

/**
 * Lists the hosts (`host:port`), programs and files that the alerts need outside the store. Their process may use no
 * others. The launcher calls it, so it uses no package. A file with faults needs nothing; the alerts report the faults.
 * `hosts` is null for all: with a receiver that is `public_only`, the sender checks each address to which it connects.
 * @param path Value of `ALERTS`; undefined or empty for none.
 */
export function alertAccess(
  path: string | undefined,
  readFile: (path: string) => string = Deno.readTextFileSync,
) {
  const entries = path ? entriesOf(path, readFile) : [];
  const values = (names: RegExp) =>
    entries.flatMap((entry) =>
      Object.entries(entry).flatMap(([name, value]) => names.test(name) && typeof value === "string" ? [value] : [])
    );
  const isChecked = entries.some((entry) => "public_only" in entry && entry.public_only === true);
  return {
    hosts: isChecked ? null : [...new Set(values(/^(?:smtp|slack|teams|discord|ntfy|webhook)$/).flatMap(hostOf))],
    programs: values(/^command$/),
    files: [...path ? [path] : [], ...values(/^(?:password|token)_file$/)],
  };
}

function entriesOf(path: string, readFile: (path: string) => string): readonly object[] {
  try {
    const entries: unknown = JSON.parse(readFile(path));
    return Array.isArray(entries) ? entries.filter((entry) => typeof entry === "object" && entry !== null) : [];
  } catch {
    return [];
  }
}

/** The host and port of a URL; none if it has none. */
export function hostOf(text: string): readonly string[] {
  if (!URL.canParse(text)) return [];
  const { protocol, hostname, port } = new URL(text);
  const to = port || PORTS[protocol];
  return hostname === "" || to === undefined ? [] : [`${hostname}:${to}`];
}
