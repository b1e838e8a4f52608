import { isIPv4 } from 'node:net';
import { generate } from 'selfsigned';

export interface Certificate {
  /** PEM. */
  readonly cert: string;
  readonly key: string;
}

export interface CertificateWish {
  readonly name: string;
  /** IPv4 addresses and DNS names it is made out to. */
  readonly hosts?: readonly string[];
  readonly ca?: boolean;
  /** Default: from yesterday to tomorrow. */
  readonly from?: Date;
  readonly to?: Date;
}

const day = 24 * 60 * 60 * 1000;

/** A certificate signed by `authority`, or by itself. Keys are new each time, so the repository holds no secret. */
export async function issue(
  { name, hosts = [], ca = false, from, to }: CertificateWish,
  authority?: Certificate,
): Promise<Certificate> {
  const altNames = hosts.map((host) =>
    isIPv4(host) ? ({ type: 7, ip: host } as const) : ({ type: 2, value: host } as const),
  );
  const { cert, private: key } = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: from ?? new Date(Date.now() - day),
    notAfterDate: to ?? new Date(Date.now() + day),
    extensions: [
      { name: 'basicConstraints', cA: ca, critical: true },
      ...(hosts.length > 0 ? [{ name: 'subjectAltName', altNames } as const] : []),
    ],
    ...(authority && { ca: authority }),
  });
  return { cert, key };
}

/** A server certificate for this computer, with the new authority that signed it. */
export async function loopbackIdentity(): Promise<Certificate & { readonly ca: string }> {
  const authority = await issue({ name: 'Authority of a test', ca: true });
  const own = await issue({ name: 'localhost', hosts: ['localhost', '127.0.0.1'] }, authority);
  return { ...own, ca: authority.cert };
}
