const LANGUAGES = ["en", "de", "fr", "es", "it", "pt", "nl"];
const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
/** Parts of a country that addresses name instead of it. */
const PARTS = ["england", "scotland", "wales", "northern ireland", "great britain"].map((part) =>
  [part, "GB"] as const
);

/** Codes by name; made at the first name that is no code, in a tenth of a second. */
let codes: ReadonlyMap<string, string> | null = null;

/**
 * Returns the code of a country (ISO 3166-1 alpha-2), such as `GB` for `UK`, `England` or `Großbritannien`; null if the
 * text is neither a code nor a name in seven languages.
 */
export function countryCode(country: string): string | null {
  const text = country.trim().toLowerCase();
  if (/^[a-z]{2}$/.test(text)) return new Intl.Locale(`und-${text}`).region ?? null;
  codes ??= new Map([...PARTS, ...names()]);
  return codes.get(text) ?? null;
}

function names(): readonly (readonly [name: string, code: string])[] {
  const regions = LETTERS.flatMap((first) => LETTERS.map((second) => new Intl.Locale(`und-${first}${second}`).region!));
  const styles = LANGUAGES.flatMap((language) =>
    (["long", "short"] as const).map((style) => new Intl.DisplayNames(language, { type: "region", style }))
  );
  return styles.flatMap((style) => regions.map((code) => [style.of(code)!.toLowerCase(), code] as const));
}
