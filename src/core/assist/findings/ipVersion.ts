const byte = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const ipv4 = new RegExp(`^(?:${byte}\\.){3}${byte}$`);

/** 4 or 6 for an IP address, 0 for anything else. */
export function ipVersion(text: string): 0 | 4 | 6 {
  return ipv4.test(text) ? 4 : isIpv6(text) ? 6 : 0;
}

/** Eight groups of up to four hexadecimal digits; `::` stands once for groups of zeros, and an IPv4 address for two. */
function isIpv6(text: string): boolean {
  if (!text.includes(':')) {
    return false;
  }
  const last = text.slice(text.lastIndexOf(':') + 1);
  const plain = ipv4.test(last) ? `${text.slice(0, -last.length)}0:0` : text;
  const halves = plain.split('::');
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  return (
    groups.every((group) => /^[\da-f]{1,4}$/i.test(group)) &&
    (halves.length === 1 ? groups.length === 8 : halves.length === 2 && groups.length < 8)
  );
}
