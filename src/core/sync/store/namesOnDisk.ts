import { access, readdir } from 'node:fs/promises';
import path from 'node:path';

/** What is asked of a disk. */
export interface NamingDisk {
  /** Names in a folder; none where it cannot be looked into. */
  list(folder: string): Promise<readonly string[]>;
  isThere(place: string): Promise<boolean>;
}

/**
 * The names on a way below `root` as the disk has them. A disk that does not tell capitals apart, as on Windows and macOS, has one
 * folder for all spellings of its name; an editor knows the files in it by the one on the disk, and takes any other for another
 * file. Names that are not there, and on other disks those of another folder, stay as they are. `rules` are those of this machine.
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
    const [alike, ...more] = listed.filter((one) => plain(one) === plain(name));
    const isOther = alike !== undefined && more.length === 0 && alike !== name;
    names.push(isOther && (await disk.isThere(rules.join(folder, name))) ? alike : name);
  }
  return names;
}

/** macOS writes letters with accents in two ways, too. */
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
