import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** What may be wrong with the certificate, to try how a client takes it. */
export interface CertificateFlaws {
  readonly expired?: boolean;
  /** Made out to another host than the one it is served from. */
  readonly wrongHost?: boolean;
}

export interface ServerIdentity {
  readonly key: string;
  readonly cert: string;
  /** The authority that signed `cert`. All PEM. */
  readonly ca: string;
}

/** One element of DER: tag, length, content. */
function der(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  const size = body.length;
  const head =
    size < 0x80 ? [tag, size] : size < 0x100 ? [tag, 0x81, size] : [tag, 0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from(head), body]);
}

const sequence = (...items: readonly Uint8Array[]): Buffer => der(0x30, ...items);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const boolean = der(0x01, Buffer.from([0xff]));
const octets = (content: Uint8Array): Buffer => der(0x04, content);
const bits = (content: Uint8Array): Buffer => der(0x03, Buffer.from([0]), content);
const time = (date: Date): Buffer =>
  der(0x18, Buffer.from(`${date.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z`));

const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));

const nameOf = (common: string): Buffer =>
  sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(common)))));

const extension = (id: string, critical: boolean, value: Uint8Array): Buffer =>
  sequence(oid(id), ...(critical ? [boolean] : []), octets(value));

const isAuthority = extension('551d13', true, sequence(boolean));
const alternativeNames = (...names: readonly Uint8Array[]): Buffer =>
  extension('551d11', false, sequence(...names));
const dnsName = (name: string): Buffer => der(0x82, Buffer.from(name));
const loopback = der(0x87, Buffer.from([127, 0, 0, 1]));

interface Request {
  readonly subject: string;
  readonly publicKey: KeyObject;
  readonly issuer: string;
  readonly issuerKey: KeyObject;
  readonly from: Date;
  readonly to: Date;
  readonly extensions: readonly Uint8Array[];
}

function certify({ subject, publicKey, issuer, issuerKey, from, to, extensions }: Request): string {
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(8)]);
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    ecdsaWithSha256,
    nameOf(issuer),
    sequence(time(from), time(to)),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  );
  const certificate = sequence(body, ecdsaWithSha256, bits(sign('sha256', body, issuerKey)));
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

const day = 86_400_000;

/** A fresh authority and a server certificate for 127.0.0.1 and localhost, good for a month. */
export function makeIdentity(flaws: CertificateFlaws): ServerIdentity {
  const authority = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const server = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const today = Date.now();
  const issuer = 'Sandbox authority';
  const common = { issuer, issuerKey: authority.privateKey, from: new Date(today - 60 * day) };
  const month = new Date(today + 30 * day);
  return {
    key: server.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    ca: certify({
      ...common,
      subject: issuer,
      publicKey: authority.publicKey,
      to: month,
      extensions: [isAuthority],
    }),
    cert: certify({
      ...common,
      subject: flaws.wrongHost ? 'elsewhere.example' : 'localhost',
      publicKey: server.publicKey,
      to: flaws.expired ? new Date(today - 30 * day) : month,
      extensions: [
        flaws.wrongHost
          ? alternativeNames(dnsName('elsewhere.example'))
          : alternativeNames(dnsName('localhost'), loopback),
      ],
    }),
  };
}
