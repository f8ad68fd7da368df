import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Encrypts a text for one row, so that it opens nowhere else. `secret` is AUTH_SECRET; the key is derived from it. */
export function seal(text: string, { secret, id }: { secret: string; id: string }): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, keyOf(secret), iv).setAAD(Buffer.from(id));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** What was sealed. Throws for another secret, another row, or an altered text. */
export function unseal(sealed: string, { secret, id }: { secret: string; id: string }): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const [iv, tag] = [bytes.subarray(0, ivBytes), bytes.subarray(ivBytes, ivBytes + tagBytes)];
  const decipher = createDecipheriv(algorithm, keyOf(secret), iv, { authTagLength: tagBytes })
    .setAAD(Buffer.from(id))
    .setAuthTag(tag);
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8');
}

function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'messages with a link', 32));
}
