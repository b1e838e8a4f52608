import { createHash, X509Certificate } from 'node:crypto';

/** The certificates of a PEM text, one text each; what is no certificate is left out. TLS itself ignores such silently. */
export function authoritiesIn(pem: string): readonly string[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return blocks.filter((block) => bytesOf(block) !== undefined);
}

/**
 * The fingerprint of the authorities of a PEM text, in whatever order and however they are written: SHA-256, in
 * hexadecimal digits. Of one certificate it is the one that every other tool shows; of several, that of theirs.
 */
export function authorityOf(pem: string): string {
  const prints = new Set(
    authoritiesIn(pem).map((block) =>
      createHash('sha256')
        .update(bytesOf(block) ?? '')
        .digest('hex'),
    ),
  );
  const [only = '', ...more] = [...prints].sort();
  return prints.size === 1
    ? only
    : createHash('sha256')
        .update([only, ...more].join('\n'))
        .digest('hex');
}

function bytesOf(block: string): Buffer | undefined {
  try {
    const { raw } = new X509Certificate(block);
    return raw.length > 0 ? raw : undefined;
  } catch {
    return undefined;
  }
}
