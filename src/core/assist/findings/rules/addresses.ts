import type { MemberCheck } from '../finding.ts';
import { ipVersion } from '../ipVersion.ts';
import { shownText } from '../shown.ts';

export const notAnAddress: MemberCheck = {
  code: 'not-an-address',
  summary: 'A text is neither an IP address nor a network.',
  severity: 'warning',
  scope: 'member',
  concerns: (field) => field?.schema.meaning === 'address',
  check({ path, key, value }, report) {
    const texts = Array.isArray(value) ? value.entries() : [[undefined, value] as const];
    for (const [index, text] of texts) {
      if (typeof text !== 'string' || isAddress(text)) {
        continue;
      }
      const place = index === undefined ? [...path, key] : [...path, key, index];
      const meant = text.replaceAll(/\s+/g, '');
      report({
        message: `${shownText(text)} is no address (\`192.0.2.7\`) and no network (\`192.0.2.0/24\`)${why(text)}`,
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
