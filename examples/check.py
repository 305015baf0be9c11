"""Checks the delivery that `subscriber.ts` has saved, with the secret in SECRET."""

import gzip, hashlib, hmac, json, os, time
from base64 import b64encode

def genuine_content(headers, body, secret):
    """The content of a delivery; None if the hub did not send it, or more than five minutes ago."""
    def is_signed(name, data, form):
        expected = form(hmac.new(secret.encode(), data, hashlib.sha256))
        return hmac.compare_digest(headers.get(name, "").encode(), expected.encode())

    if not is_signed("x-hub-signature", body, lambda mac: "sha256=" + mac.hexdigest()):
        return None
    content = gzip.decompress(body) if headers.get("content-encoding") == "gzip" else body
    timestamp = headers.get("webhook-timestamp", "0")
    signed = f"{headers.get('webhook-id')}.{timestamp}.".encode() + content
    if not is_signed("webhook-signature", signed, lambda mac: "v1," + b64encode(mac.digest()).decode()):
        return None
    return content if abs(time.time() - int(timestamp)) < 300 else None

with open("delivery.json") as fields, open("delivery.body", "rb") as body:
    content = genuine_content(json.load(fields), body.read(), os.environ.get("SECRET", "a long random text"))
print("forged or old" if content is None else f"genuine: {len(content)} bytes")
