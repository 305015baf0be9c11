import type { Talk, Words } from "../language/admin_language.ts";
import type { Purpose } from "./passkeys.ts";

/** A button that begins a ceremony, and the page to which it leads. */
export function PasskeyButton({ words, purpose, to }: {
  readonly words: Talk["words"];
  readonly purpose: Purpose;
  readonly to: string;
}) {
  const [about, text] = [`about_passkey_${purpose}`, `passkey_${purpose}`] as const satisfies (keyof Words)[];
  return (
    <div class="form" data-passkey={purpose} data-to={to} hidden={purpose === "join"}>
      <p>{words[about]}</p>
      <p class="fault" role="alert" hidden>{words.passkey_failed}</p>
      <button type="button">{words[text]}</button>
      <noscript>
        <p class="fault">{words.passkey_script}</p>
      </noscript>
      <script src="/assets/passkeys.js" defer></script>
    </div>
  );
}
