import path from 'node:path';
import { consoleFileName, MAX_CONSOLE_FILE_BYTES } from '../../consoleFile/consoleFile.ts';
import { ExpectedError } from '../../util/errors.ts';
import { readUtf8IfThere } from './durableFile.ts';
import { insideWorkspace } from './insideWorkspace.ts';
import { readRegularFile } from './regularFile.ts';
import { access, readdir } from 'node:fs/promises';

const MAX_AUTHORITY_BYTES = 1024 * 1024;

/**
 * Returns the text of a folder's `ordinance.yaml`, also in an untrusted workspace. Therefore it follows no
 * link out of the folder and reads no more than the limit. Undefined without a file. Throws ExpectedError
 * `outside-workspace`, `not-a-file`, `too-large`, and `not-utf-8`.
 */
export async function consoleFileText(root: string): Promise<string | undefined> {
  const file = insideWorkspace(root, path.join(root, consoleFileName));
  return readUtf8IfThere(file, MAX_CONSOLE_FILE_BYTES);
}

/**
 * Returns the text of a console's `caFile`. The file controls the recipient of a key, so it must lie in the
 * workspace, links included. Throws ExpectedError `no-authority-file`, `outside-workspace`, `not-a-file` and
 * `too-large`.
 */
export async function readAuthorityFile(root: string, caFile: string): Promise<string> {
  const file = insideWorkspace(root, path.join(root, ...caFile.split('/')));
  const bytes = await readRegularFile(file, MAX_AUTHORITY_BYTES);
  if (!bytes) {
    throw new ExpectedError('no-authority-file', `There is no file ${caFile} with certificate authorities.`, {
      advice: 'Correct "caFile" in ordinance.yaml.',
    });
  }
  return bytes.toString();
}

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
