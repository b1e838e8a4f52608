import { X509Certificate } from 'node:crypto';

/** The certificates of a PEM text, one text each; what is no certificate is left out. TLS itself ignores such silently. */
export function authoritiesIn(pem: string): readonly string[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return blocks.filter(isCertificate);
}

function isCertificate(block: string): boolean {
  try {
    return new X509Certificate(block).raw.length > 0;
  } catch {
    return false;
  }
}
