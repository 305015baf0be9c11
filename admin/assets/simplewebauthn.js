/* [@simplewebauthn/browser@14.0.0] */
!function (e, t) {
  "object" == typeof exports && "undefined" != typeof module
    ? t(exports)
    : "function" == typeof define && define.amd
    ? define(["exports"], t)
    : t((e = "undefined" != typeof globalThis ? globalThis : e || self).SimpleWebAuthnBrowser = {});
}(this, function (e) {
  "use strict";
  function t(e) {
    const t = new Uint8Array(e);
    let n = "";
    for (const e of t) n += String.fromCharCode(e);
    return btoa(n).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
  }
  function n(e) {
    const t = e.replace(/-/g, "+").replace(/_/g, "/"),
      n = (4 - t.length % 4) % 4,
      r = t.padEnd(t.length + n, "="),
      i = atob(r),
      o = new ArrayBuffer(i.length),
      a = new Uint8Array(o);
    for (let e = 0; e < i.length; e++) a[e] = i.charCodeAt(e);
    return o;
  }
  function r() {
    return i.stubThis(
      void 0 !== globalThis?.PublicKeyCredential && "function" == typeof globalThis.PublicKeyCredential,
    );
  }
  const i = { stubThis: (e) => e };
  function o(e) {
    const { id: t } = e;
    return { ...e, id: n(t), transports: e.transports, type: e.type };
  }
  function a(e) {
    return "localhost" === e || /^((xn--[a-z0-9-]+|[a-z0-9]+(-[a-z0-9]+)*)\.)+([a-z]{2,}|xn--[a-z0-9-]+)$/i.test(e);
  }
  class s extends Error {
    constructor({ message: e, code: t, cause: n, name: r }) {
      super(e, { cause: n }),
        Object.defineProperty(this, "code", { enumerable: !0, configurable: !0, writable: !0, value: void 0 }),
        this.name = r ?? n.name,
        this.code = t;
    }
  }
  const l = new class {
      constructor() {
        Object.defineProperty(this, "controller", { enumerable: !0, configurable: !0, writable: !0, value: void 0 });
      }
      createNewAbortSignal() {
        if (this.controller) {
          const e = new Error("Cancelling existing WebAuthn API call for new one");
          e.name = "AbortError", this.controller.abort(e);
        }
        const e = new AbortController();
        return this.controller = e, e.signal;
      }
      cancelCeremony() {
        if (this.controller) {
          const e = new Error("Manually cancelling existing WebAuthn API call");
          e.name = "AbortError", this.controller.abort(e), this.controller = void 0;
        }
      }
    }(),
    c = ["cross-platform", "platform"];
  function u(e) {
    if (e && !(c.indexOf(e) < 0)) return e;
  }
  function d(e, t) {
    console.warn(
      `The browser extension that intercepted this WebAuthn API call incorrectly implemented ${e}. You should report this error to them.\n`,
      t,
    );
  }
  function p() {
    if (!r()) return h.stubThis(new Promise((e) => e(!1)));
    const e = globalThis.PublicKeyCredential;
    return void 0 === e?.isConditionalMediationAvailable
      ? h.stubThis(new Promise((e) => e(!1)))
      : h.stubThis(e.isConditionalMediationAvailable());
  }
  const h = { stubThis: (e) => e };
  function f({ error: e, options: t }) {
    if ("SecurityError" === e.name) {
      return a(globalThis.location.hostname)
        ? new s({
          message:
            `The browser does not support Related Origins to enable signals for RP ID "${t.rpID}" on domain "${globalThis.location.hostname}"`,
          code: "ERROR_INVALID_RP_ID",
          cause: e,
        })
        : new s({
          message: `"${globalThis.location.hostname}" is an invalid domain`,
          code: "ERROR_INVALID_DOMAIN",
          cause: e,
        });
    }
    if ("unknownCredential" === t.signalName) {
      if ("TypeError" === e.name) {
        return new s({
          message: "credentialID is an invalid base64url string",
          code: "ERROR_SIGNAL_INVALID_ARGUMENT",
          cause: e,
        });
      }
    } else if ("allAcceptedCredentials" === t.signalName) {
      if ("TypeError" === e.name) {
        return new s({
          message: "userID, or an entry in allAcceptedCredentialIDs, is an invalid base64url string",
          code: "ERROR_SIGNAL_INVALID_ARGUMENT",
          cause: e,
        });
      }
    } else if ("currentUserDetails" === t.signalName && "TypeError" === e.name) {
      return new s({
        message: "userID is an invalid base64url string",
        code: "ERROR_SIGNAL_INVALID_ARGUMENT",
        cause: e,
      });
    }
    return new s({ message: e.message, code: "ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY", cause: e });
  }
  async function g() {
    if ("function" == typeof PublicKeyCredential.getClientCapabilities) {
      const e = await PublicKeyCredential.getClientCapabilities();
      let t = w(e.userVerifyingPlatformAuthenticator);
      if ("unknown" === t && "function" == typeof PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable) {
        t = await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable() ? "supported" : "unsupported";
      }
      let n = w(e.conditionalGet);
      if ("unknown" === n && "function" == typeof PublicKeyCredential.isConditionalMediationAvailable) {
        n = await PublicKeyCredential.isConditionalMediationAvailable() ? "supported" : "unsupported";
      }
      return b.stubThis({
        conditionalCreate: w(e.conditionalCreate),
        conditionalGet: n,
        hybridTransport: w(e.hybridTransport),
        passkeyPlatformAuthenticator: w(e.passkeyPlatformAuthenticator),
        userVerifyingPlatformAuthenticator: t,
        relatedOrigins: w(e.relatedOrigins),
        signalAllAcceptedCredentials: w(e.signalAllAcceptedCredentials),
        signalCurrentUserDetails: w(e.signalCurrentUserDetails),
        signalUnknownCredential: w(e.signalUnknownCredential),
      });
    }
    return b.stubThis({
      conditionalCreate: "unknown",
      conditionalGet: "unknown",
      hybridTransport: "unknown",
      passkeyPlatformAuthenticator: "unknown",
      userVerifyingPlatformAuthenticator: "unknown",
      relatedOrigins: "unknown",
      signalAllAcceptedCredentials: "unknown",
      signalCurrentUserDetails: "unknown",
      signalUnknownCredential: "unknown",
    });
  }
  function w(e) {
    if (!0 === e) return "supported";
    if (!1 === e) return "unsupported";
    if (void 0 === e) return "unknown";
    throw new Error("Unexpected capability value:", e);
  }
  const b = { stubThis: (e) => e };
  e.WebAuthnAbortService = l,
    e.WebAuthnError = s,
    e._browserSupportsWebAuthnAutofillInternals = h,
    e._browserSupportsWebAuthnInternals = i,
    e._getBrowserCapabilitiesInternals = b,
    e.base64URLStringToBuffer = n,
    e.browserSupportsPasskeys = async function () {
      if (!r()) return new Promise((e) => e(!1));
      const e = await g(),
        { passkeyPlatformAuthenticator: t, userVerifyingPlatformAuthenticator: n, hybridTransport: i } = e;
      return "supported" === t || "supported" === i || "supported" === n;
    },
    e.browserSupportsWebAuthn = r,
    e.browserSupportsWebAuthnAutofill = p,
    e.bufferToBase64URLString = t,
    e.getBrowserCapabilities = g,
    e.platformAuthenticatorIsAvailable = function () {
      return r() ? PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable() : new Promise((e) => e(!1));
    },
    e.sendSignal = async function (e) {
      const { signalName: t } = e;
      if ("unknownCredential" === t) {
        return async function (e) {
          const t = globalThis.PublicKeyCredential;
          if ("function" != typeof t.signalUnknownCredential) {
            throw new Error("This browser does not support PublicKeyCredential.signalUnknownCredential()");
          }
          try {
            await t.signalUnknownCredential({ rpId: e.rpID, credentialId: e.credentialID });
          } catch (t) {
            throw f({ error: t, options: e });
          }
          return;
        }(e);
      }
      if ("allAcceptedCredentials" === t) {
        return async function (e) {
          const t = globalThis.PublicKeyCredential;
          if ("function" != typeof t.signalAllAcceptedCredentials) {
            throw new Error("This browser does not support PublicKeyCredential.signalAllAcceptedCredentials()");
          }
          try {
            await t.signalAllAcceptedCredentials({
              rpId: e.rpID,
              userId: e.userID,
              allAcceptedCredentialIds: e.allAcceptedCredentialIDs,
            });
          } catch (t) {
            throw f({ error: t, options: e });
          }
          return;
        }(e);
      }
      if ("currentUserDetails" === t) {
        return async function (e) {
          const t = globalThis.PublicKeyCredential;
          if ("function" != typeof t.signalCurrentUserDetails) {
            throw new Error("This browser does not support PublicKeyCredential.signalCurrentUserDetails()");
          }
          try {
            await t.signalCurrentUserDetails({
              rpId: e.rpID,
              userId: e.userID,
              name: e.userName,
              displayName: e.userDisplayName ?? "",
            });
          } catch (t) {
            throw f({ error: t, options: e });
          }
          return;
        }(e);
      }
      throw new Error(`Received unrecognized signalName "${e.signalName}"`);
    },
    e.startAuthentication = async function (e) {
      !e.optionsJSON && e.challenge &&
        (console.warn(
          "startAuthentication() was not called correctly. It will try to continue with the provided options, but this call should be refactored to use the expected call structure instead. See https://simplewebauthn.dev/docs/packages/browser#typeerror-cannot-read-properties-of-undefined-reading-challenge for more information.",
        ),
          e = { optionsJSON: e });
      const { optionsJSON: i, useBrowserAutofill: c = !1, verifyBrowserAutofillInput: d = !0 } = e;
      if (!r()) throw new Error("WebAuthn is not supported in this browser");
      let h;
      0 !== i.allowCredentials?.length && (h = i.allowCredentials?.map(o));
      const f = { ...i, challenge: n(i.challenge), allowCredentials: h }, g = {};
      if (c) {
        if (!await p()) throw Error("Browser does not support WebAuthn autofill");
        if (document.querySelectorAll("input[autocomplete$='webauthn']").length < 1 && d) {
          throw Error(
            'No <input> with "webauthn" as the only or last value in its `autocomplete` attribute was detected',
          );
        }
        g.mediation = "conditional", f.allowCredentials = [];
      }
      let w;
      g.publicKey = f, g.signal = l.createNewAbortSignal();
      try {
        w = await navigator.credentials.get(g);
      } catch (e) {
        throw function ({ error: e, options: t }) {
          const { publicKey: n } = t;
          if (!n) throw Error("options was missing required publicKey property");
          if ("AbortError" === e.name) {
            if (t.signal instanceof AbortSignal) {
              return new s({
                message: "Authentication ceremony was sent an abort signal",
                code: "ERROR_CEREMONY_ABORTED",
                cause: e,
              });
            }
          } else {
            if ("NotAllowedError" === e.name) {
              return new s({ message: e.message, code: "ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY", cause: e });
            }
            if ("SecurityError" === e.name) {
              const t = globalThis.location.hostname;
              if (!a(t)) {
                return new s({
                  message: `${globalThis.location.hostname} is an invalid domain`,
                  code: "ERROR_INVALID_DOMAIN",
                  cause: e,
                });
              }
              if (n.rpId !== t) {
                return new s({
                  message: `The RP ID "${n.rpId}" is invalid for this domain`,
                  code: "ERROR_INVALID_RP_ID",
                  cause: e,
                });
              }
            } else if ("UnknownError" === e.name) {
              return new s({
                message:
                  "The authenticator was unable to process the specified options, or could not create a new assertion signature",
                code: "ERROR_AUTHENTICATOR_GENERAL_ERROR",
                cause: e,
              });
            }
          }
          return e;
        }({ error: e, options: g });
      }
      if (!w) throw new Error("Authentication was not completed");
      const { id: b, rawId: A, response: R, type: m } = w;
      let y;
      return R.userHandle && (y = t(R.userHandle)), {
        id: b,
        rawId: t(A),
        response: {
          authenticatorData: t(R.authenticatorData),
          clientDataJSON: t(R.clientDataJSON),
          signature: t(R.signature),
          userHandle: y,
        },
        type: m,
        clientExtensionResults: w.getClientExtensionResults(),
        authenticatorAttachment: u(w.authenticatorAttachment),
      };
    },
    e.startRegistration = async function (e) {
      !e.optionsJSON && e.challenge &&
        (console.warn(
          "startRegistration() was not called correctly. It will try to continue with the provided options, but this call should be refactored to use the expected call structure instead. See https://simplewebauthn.dev/docs/packages/browser#typeerror-cannot-read-properties-of-undefined-reading-challenge for more information.",
        ),
          e = { optionsJSON: e });
      const { optionsJSON: i, useAutoRegister: c = !1 } = e;
      if (!r()) throw new Error("WebAuthn is not supported in this browser");
      const p = {
          ...i,
          challenge: n(i.challenge),
          user: { ...i.user, id: n(i.user.id) },
          excludeCredentials: i.excludeCredentials?.map(o),
        },
        h = {};
      let f;
      c && (h.mediation = "conditional"), h.publicKey = p, h.signal = l.createNewAbortSignal();
      try {
        f = await navigator.credentials.create(h);
      } catch (e) {
        throw function ({ error: e, options: t }) {
          const { publicKey: n } = t;
          if (!n) throw Error("options was missing required publicKey property");
          if ("AbortError" === e.name) {
            if (t.signal instanceof AbortSignal) {
              return new s({
                message: "Registration ceremony was sent an abort signal",
                code: "ERROR_CEREMONY_ABORTED",
                cause: e,
              });
            }
          } else if ("ConstraintError" === e.name) {
            if (!0 === n.authenticatorSelection?.requireResidentKey) {
              return new s({
                message: "Discoverable credentials were required but no available authenticator supported it",
                code: "ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT",
                cause: e,
              });
            }
            if ("conditional" === t.mediation && "required" === n.authenticatorSelection?.userVerification) {
              return new s({
                message: "User verification was required during automatic registration but it could not be performed",
                code: "ERROR_AUTO_REGISTER_USER_VERIFICATION_FAILURE",
                cause: e,
              });
            }
            if ("required" === n.authenticatorSelection?.userVerification) {
              return new s({
                message: "User verification was required but no available authenticator supported it",
                code: "ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT",
                cause: e,
              });
            }
          } else {
            if ("InvalidStateError" === e.name) {
              return new s({
                message: "The authenticator was previously registered",
                code: "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED",
                cause: e,
              });
            }
            if ("NotAllowedError" === e.name) {
              return new s({ message: e.message, code: "ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY", cause: e });
            }
            if ("NotSupportedError" === e.name) {
              return 0 === n.pubKeyCredParams.filter((e) => "public-key" === e.type).length
                ? new s({
                  message: 'No entry in pubKeyCredParams was of type "public-key"',
                  code: "ERROR_MALFORMED_PUBKEYCREDPARAMS",
                  cause: e,
                })
                : new s({
                  message: "No available authenticator supported any of the specified pubKeyCredParams algorithms",
                  code: "ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG",
                  cause: e,
                });
            }
            if ("SecurityError" === e.name) {
              const t = globalThis.location.hostname;
              if (!a(t)) {
                return new s({
                  message: `${globalThis.location.hostname} is an invalid domain`,
                  code: "ERROR_INVALID_DOMAIN",
                  cause: e,
                });
              }
              if (n.rp.id !== t) {
                return new s({
                  message: `The RP ID "${n.rp.id}" is invalid for this domain`,
                  code: "ERROR_INVALID_RP_ID",
                  cause: e,
                });
              }
            } else if ("TypeError" === e.name) {
              if (n.user.id.byteLength < 1 || n.user.id.byteLength > 64) {
                return new s({
                  message: "User ID was not between 1 and 64 characters",
                  code: "ERROR_INVALID_USER_ID_LENGTH",
                  cause: e,
                });
              }
            } else if ("UnknownError" === e.name) {
              return new s({
                message:
                  "The authenticator was unable to process the specified options, or could not create a new credential",
                code: "ERROR_AUTHENTICATOR_GENERAL_ERROR",
                cause: e,
              });
            }
          }
          return e;
        }({ error: e, options: h });
      }
      if (!f) throw new Error("Registration was not completed");
      const { id: g, rawId: w, response: b, type: A } = f;
      let R, m, y, E;
      if (
        "function" == typeof b.getTransports && (R = b.getTransports()), "function" == typeof b.getPublicKeyAlgorithm
      ) {
        try {
          m = b.getPublicKeyAlgorithm();
        } catch (e) {
          d("getPublicKeyAlgorithm()", e);
        }
      }
      if ("function" == typeof b.getPublicKey) {
        try {
          const e = b.getPublicKey();
          null !== e && (y = t(e));
        } catch (e) {
          d("getPublicKey()", e);
        }
      }
      if ("function" == typeof b.getAuthenticatorData) {
        try {
          E = t(b.getAuthenticatorData());
        } catch (e) {
          d("getAuthenticatorData()", e);
        }
      }
      return {
        id: g,
        rawId: t(w),
        response: {
          attestationObject: t(b.attestationObject),
          clientDataJSON: t(b.clientDataJSON),
          transports: R,
          publicKeyAlgorithm: m,
          publicKey: y,
          authenticatorData: E,
        },
        type: A,
        clientExtensionResults: f.getClientExtensionResults(),
        authenticatorAttachment: u(f.authenticatorAttachment),
      };
    };
});
