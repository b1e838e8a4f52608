import { createHash, X509Certificate } from 'node:crypto';

/** The certificates in a PEM text, one text each. Other text is left out, because TLS ignores it silently. */
export function authoritiesIn(pem: string): readonly string[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return blocks.filter((block) => bytesOf(block) !== undefined);
}

/**
 * The SHA-256 fingerprint of the authorities in a PEM text, independent of their order and spelling. For one
 * certificate, it is the fingerprint that other tools show; for several, the hash of their fingerprints.
 */
export function authorityOf(pem: string): string {
  const fingerprints = new Set(
    authoritiesIn(pem).map((block) =>
      createHash('sha256')
        .update(bytesOf(block) ?? '')
        .digest('hex'),
    ),
  );
  const [only = '', ...more] = [...fingerprints].sort();
  return fingerprints.size === 1
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
