import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";

/** What a response claims, where it is not what the options ask for. */
export interface Claims {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly challenge?: string;
  readonly counter?: number;
  readonly isVerified?: boolean;
  readonly isCrossOrigin?: boolean;
  readonly userHandle?: string;
  /** Id of another passkey that is named. */
  readonly id?: string;
  /** Whether the signature is of other bytes. */
  readonly isForged?: boolean;
}

/** Options of a ceremony, as the page sends them. */
export interface Options {
  readonly challenge: string;
  readonly user?: { readonly id: string };
  readonly allowCredentials?: readonly { readonly id: string }[];
}

const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString("base64url");
const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest();

function uint16(value: number): Uint8Array {
  return Buffer.from([value >> 8, value & 0xff]);
}

/** A passkey in software (WebAuthn 3, 6): P-256, no attestation, and whatever an attack has it claim. */
export class Authenticator {
  readonly #id: Uint8Array;
  readonly #key: { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
  #counter = 0;
  #userHandle = "";

  constructor(private readonly origin: string, idBytes = 16) {
    this.#id = randomBytes(idBytes);
    this.#key = generateKeyPairSync("ec", { namedCurve: "P-256" });
  }

  get id(): string {
    return base64(this.#id);
  }

  /** Answers the options of a registration. */
  register(options: Options, claims: Claims = {}) {
    this.#userHandle = options.user?.id ?? "";
    const { x = "", y = "" } = this.#key.publicKey.export({ format: "jwk" });
    const key = Buffer.concat([
      Buffer.from("a5010203262001215820", "hex"),
      Buffer.from(x, "base64url"),
      Buffer.from("225820", "hex"),
      Buffer.from(y, "base64url"),
    ]);
    const credential = Buffer.concat([Buffer.alloc(16), uint16(this.#id.length), this.#id, key]);
    const data = Buffer.concat([this.#data(claims, 0x40), credential]);
    const head = Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746159", "hex");
    return this.#response(claims, {
      clientDataJSON: base64(this.#client(options, { type: "webauthn.create", ...claims })),
      attestationObject: base64(Buffer.concat([head, uint16(data.length), data])),
    });
  }

  /** Answers the options of an authentication. */
  enter(options: Options, claims: Claims = {}) {
    const [client, data] = [this.#client(options, { type: "webauthn.get", ...claims }), this.#data(claims, 0)];
    const signed = Buffer.concat([data, claims.isForged ? randomBytes(32) : sha256(client)]);
    return this.#response(claims, {
      clientDataJSON: base64(client),
      authenticatorData: base64(data),
      signature: base64(createSign("sha256").update(signed).sign(this.#key.privateKey)),
      userHandle: claims.userHandle ?? this.#userHandle,
    });
  }

  #client({ challenge }: Options, { type = "", origin = this.origin, isCrossOrigin = false, ...claims }: Claims) {
    return JSON.stringify({ type, challenge: claims.challenge ?? challenge, origin, crossOrigin: isCrossOrigin });
  }

  #data({ rpId = new URL(this.origin).hostname, isVerified = true, counter = ++this.#counter }: Claims, flags: number) {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags | 0x01 | (isVerified ? 0x04 : 0)]), count]);
  }

  #response({ id = this.id }: Claims, response: Readonly<Record<string, string>>) {
    return { id, rawId: id, type: "public-key", clientExtensionResults: {}, response };
  }
}
