import type { OwnerLocale, Words } from "../language/admin_language.ts";
import type { Purpose } from "./passkeys.ts";

/**
 * Buttons that begin ceremonies, each with the page to which it leads. `check` comes in again. `join` is shown with an
 * invitation alone.
 */
export function PasskeyButtons({ words, all }: {
  readonly words: OwnerLocale["words"];
  readonly all: readonly (readonly [name: Purpose | "check", to: string])[];
}) {
  return (
    <>
      {all.map(([name, to]) => {
        const [about, text] = [`about_passkey_${name}`, `passkey_${name}`] as const satisfies (keyof Words)[];
        return (
          <div data-passkey={name === "check" ? "enter" : name} data-to={to} hidden={name === "join"}>
            <p>{words[about]}</p>
            <p class="fault" role="alert" hidden>{words.passkey_failed}</p>
            <p class="buttons">
              <button type="button">{words[text]}</button>
            </p>
          </div>
        );
      })}
      <noscript>
        <p class="fault">{words.passkey_script}</p>
      </noscript>
      <script src="/assets/passkeys.js" defer></script>
    </>
  );
}
