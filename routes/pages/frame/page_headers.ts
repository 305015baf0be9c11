/** What a page may do beyond showing itself. */
export interface PagePermissions {
  /** Directives of the content security policy (CSP 3 6) that are added or take the place of the default's. */
  readonly directives?: Readonly<Record<string, string>>;
}

const DIRECTIVES: Readonly<Record<string, string>> = {
  "default-src": "'none'",
  "style-src": "'self'",
  "script-src": "'self'",
  "img-src": "'self'",
  "form-action": "'self'",
  "base-uri": "'none'",
  "frame-ancestors": "'none'",
};

/**
 * The headers of a page: its own style, script and pictures, no inline script or style, no request to another host, no
 * frame around it, and no address of it told to others.
 */
export function pageHeaders({ directives = {} }: PagePermissions = {}): readonly (readonly [string, string])[] {
  const policy = Object.entries({ ...DIRECTIVES, ...directives }).map(([name, value]) => `${name} ${value}`);
  return [
    ["content-security-policy", policy.join("; ")],
    ["referrer-policy", "no-referrer"],
    ["permissions-policy", "camera=(), geolocation=(), microphone=()"],
    ["cross-origin-opener-policy", "same-origin"],
  ];
}
