import { X509Certificate } from "node:crypto";
import { wrongValue } from "../service/configuration_value.ts";

/**
 * Reads further root certificates.
 *
 * @param path A PEM file, or null for none.
 * @param trusted A file that Deno itself trusts (`DENO_CERT`): nothing is left to hand over then.
 * @throws {ConfigurationError} If it cannot be read or contains no valid certificate.
 */
export async function readCaFile(path: string | null, trusted?: string): Promise<readonly string[]> {
  if (path === null) return [];
  const allowed = "a readable PEM file with at least one certificate";
  const text = await Deno.readTextFile(path).catch(() => null);
  if (text === null) throw wrongValue("WEBSUB_CA_FILE", path, allowed);
  const certificates = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (certificates.length === 0 || !certificates.every(isCertificate)) {
    throw wrongValue("WEBSUB_CA_FILE", path, allowed);
  }
  return path === trusted ? [] : certificates;
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).fingerprint !== "";
  } catch {
    return false;
  }
}
