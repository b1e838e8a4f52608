import { access, readdir } from 'node:fs/promises';
import path from 'node:path';

/** Access to the names on a disk. */
export interface NamingDisk {
  /** Returns the names in a folder; empty for an unreadable folder. */
  list(folder: string): Promise<readonly string[]>;
  isThere(place: string): Promise<boolean>;
}

/**
 * Returns the names below `root` as the disk spells them. A disk that ignores case, as on Windows and macOS,
 * has one folder for all spellings. An editor knows its files by the spelling of the disk, and treats any
 * other as another file. Missing names, and names of other folders on other disks, stay unchanged. `rules`
 * are the path rules of this computer.
 */
export async function namesOnDisk(
  root: string,
  way: readonly string[],
  disk: NamingDisk = thisDisk,
  rules: Pick<typeof path, 'join'> = path,
): Promise<readonly string[]> {
  const names: string[] = [];
  for (const name of way) {
    const folder = rules.join(root, ...names);
    const listed = await disk.list(folder);
    const [alike, ...more] = listed.filter((listedName) => plain(listedName) === plain(name));
    const isOther = alike !== undefined && more.length === 0 && alike !== name;
    names.push(isOther && (await disk.isThere(rules.join(folder, name))) ? alike : name);
  }
  return names;
}

/** macOS also writes letters with accents in two ways. */
function plain(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

const thisDisk: NamingDisk = {
  list: (folder) => readdir(folder).catch(() => []),
  isThere: (place) =>
    access(place).then(
      () => true,
      () => false,
    ),
};
