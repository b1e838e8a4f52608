import type { MemberCheck } from '../finding.ts';
import { ipVersion } from '../ipVersion.ts';
import { shownText } from '../shown.ts';

export const notAnAddress: MemberCheck = {
  code: 'not-an-address',
  summary: 'A text is not a valid IP address or network.',
  severity: 'warning',
  scope: 'member',
  concerns: (field) => field?.schema.meaning === 'address',
  check({ path, key, value }, report) {
    const texts = Array.isArray(value) ? value.entries() : [[undefined, value] as const];
    for (const [index, text] of texts) {
      if (typeof text !== 'string') {
        continue;
      }
      const place = index === undefined ? [...path, key] : [...path, key, index];
      if (isAddress(text)) {
        const network = networkOf(text);
        if (network !== text) {
          report({
            message: `${shownText(text)} is an address inside a network; the network is ${shownText(network)}`,
            path: place,
            fixes: [{ kind: 'set', title: `Change to ${shownText(network)}`, path: place, value: network }],
          });
        }
        continue;
      }
      const meant = text.replaceAll(/\s+/g, '');
      report({
        message: `${shownText(text)} is not an address (\`192.0.2.7\`) or a network (\`192.0.2.0/24\`)${why(text)}`,
        path: place,
        fixes: isAddress(meant)
          ? [{ kind: 'set', title: `Change to ${shownText(meant)}`, path: place, value: meant }]
          : [],
      });
    }
  },
};

/** An address of either version, or a network in address/length form. */
export function isAddress(text: string): boolean {
  const [address = '', length, ...more] = text.split('/');
  const version = ipVersion(address);
  return (
    version > 0 &&
    more.length === 0 &&
    (length === undefined || (/^(?:0|[1-9]\d{0,2})$/.test(length) && Number(length) <= longest(version)))
  );
}

/** A network of IPv4 by its first address; everything else as it is. */
function networkOf(text: string): string {
  const [address = '', length] = text.split('/');
  if (length === undefined || ipVersion(address) !== 4) {
    return text;
  }
  const size = 2 ** (32 - Number(length));
  const number = address.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0);
  const first = Math.floor(number / size) * size;
  return `${[24, 16, 8, 0].map((bits) => Math.floor(first / 2 ** bits) % 256).join('.')}/${length}`;
}

function longest(version: number): number {
  return version === 4 ? 32 : 128;
}

function why(text: string): string {
  const [address = '', length, ...more] = text.trim().split('/');
  const version = ipVersion(address);
  return version > 0 && length !== undefined && more.length === 0
    ? `: the length of a network of IPv${version} is between 0 and ${longest(version)}`
    : '';
}
