/** An IPv4 address, or a network in CIDR notation. */
export function isSubnet(text: string): boolean {
  const [, address = '', bits] = /^(\d{1,3}(?:\.\d{1,3}){3})(?:\/(\d{1,2}))?$/.exec(text) ?? [];
  return (
    address !== '' &&
    address.split('.').every((part) => Number(part) <= 255 && String(Number(part)) === part) &&
    (bits === undefined || Number(bits) <= 32)
  );
}

/** Reads a typed list: entries separated by commas or blanks, without repetitions. */
export function readList(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((entry) => entry !== ''))];
}

/** `registry/repository:tag` with wildcards in the tag only. */
export function isBaseImageScope(text: string): boolean {
  return /^[^\s*][^\s*/]*\/[^\s*]+:[^\s:]+$/.test(text);
}

/** Names a console accepts for new collections. */
export function isCollectionName(text: string): boolean {
  return /^[\w:-]+$/.test(text);
}

/** The entries that were added and removed, for a confirmation. */
export function listChanges(
  before: readonly string[],
  after: readonly string[],
): { readonly added: readonly string[]; readonly removed: readonly string[] } {
  return {
    added: after.filter((entry) => !before.includes(entry)),
    removed: before.filter((entry) => !after.includes(entry)),
  };
}
