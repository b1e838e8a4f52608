import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isIPv4 } from 'node:net';

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

interface Issuer {
  readonly name: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

const day = 24 * 60 * 60 * 1000;
const oids = {
  commonName: '550403',
  ecdsaWithSha256: '2a8648ce3d040302',
  basicConstraints: '551d13',
  subjectAltName: '551d11',
  subjectKeyId: '551d0e',
  authorityKeyId: '551d23',
};

/** A certificate signed by `issuer`, or by itself. Keys are new each time, so nothing secret lies in the repository. */
export function issue(wish: CertificateWish, issuer?: Issuer): Certificate & { readonly issuer: Issuer } {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const own: Issuer = { name: wish.name, ...pair };
  const by = issuer ?? own;
  const algorithm = sequence(oid(oids.ecdsaWithSha256));
  const body = sequence(
    explicit(0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    nameOf(by.name),
    sequence(time(wish.from ?? new Date(Date.now() - day)), time(wish.to ?? new Date(Date.now() + day))),
    nameOf(wish.name),
    pair.publicKey.export({ type: 'spki', format: 'der' }),
    explicit(3, sequence(...extensions(wish, own, by))),
  );
  const signature = sign('sha256', body, by.privateKey);
  const whole = sequence(body, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  return {
    cert: pem('CERTIFICATE', whole),
    key: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    issuer: own,
  };
}

/** A server certificate for this computer, with the new authority that signed it. */
export function loopbackIdentity(): Certificate & { readonly ca: string } {
  const { cert, issuer } = issue({ name: 'Authority of a test', ca: true });
  return { ...issue({ name: 'localhost', hosts: ['localhost', '127.0.0.1'] }, issuer), ca: cert };
}

function extensions(wish: CertificateWish, own: Issuer, by: Issuer): Buffer[] {
  const names = (wish.hosts ?? []).map((host) =>
    isIPv4(host) ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host)),
  );
  return [
    extension(oids.basicConstraints, sequence(...(wish.ca ? [der(0x01, Buffer.from([0xff]))] : [])), true),
    extension(oids.subjectKeyId, der(0x04, keyId(own))),
    extension(oids.authorityKeyId, sequence(der(0x80, keyId(by)))),
    ...(names.length > 0 ? [extension(oids.subjectAltName, sequence(...names))] : []),
  ];
}

function keyId({ publicKey }: Issuer): Buffer {
  return createHash('sha1')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest();
}

function extension(id: string, value: Buffer, critical = false): Buffer {
  return sequence(oid(id), ...(critical ? [der(0x01, Buffer.from([0xff]))] : []), der(0x04, value));
}

function nameOf(commonName: string): Buffer {
  return sequence(der(0x31, sequence(oid(oids.commonName), der(0x0c, Buffer.from(commonName)))));
}

function time(date: Date): Buffer {
  return der(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]|\.\d+Z$/g, '')}Z`));
}

const sequence = (...parts: Buffer[]): Buffer => der(0x30, Buffer.concat(parts));
const explicit = (tag: number, content: Buffer): Buffer => der(0xa0 + tag, content);
const integer = (bytes: Buffer): Buffer => der(0x02, bytes);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function pem(label: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
