import { readFile } from 'node:fs/promises';
import { inflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly path: string;
  readonly bytes: number;
  /** What it takes in the file. */
  readonly packedBytes: number;
  /** Where its header is in the file. */
  readonly start: number;
}

const directoryEnd = 0x06054b50;
const directoryEntry = 0x02014b50;

/** What a zip file says is in it: its central directory. */
export async function zipEntries(file: string): Promise<ZipEntry[]> {
  const data = await readFile(file);
  let end = data.length - 22;
  while (end >= 0 && data.readUInt32LE(end) !== directoryEnd) {
    end--;
  }
  if (end < 0) {
    throw new Error(`${file} is not a zip file`);
  }
  const entries: ZipEntry[] = [];
  let at = data.readUInt32LE(end + 16);
  for (let left = data.readUInt16LE(end + 10); left > 0; left--) {
    if (data.readUInt32LE(at) !== directoryEntry) {
      throw new Error(`${file} has a broken directory`);
    }
    const [name, extra, comment] = [28, 30, 32].map((offset) => data.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    entries.push({
      path: data.toString('utf8', at + 46, at + 46 + name),
      bytes: data.readUInt32LE(at + 24),
      packedBytes: data.readUInt32LE(at + 20),
      start: data.readUInt32LE(at + 42),
    });
    at += 46 + name + extra + comment;
  }
  return entries;
}

/** The content of one file in a zip file. */
export async function readEntry(file: string, path: string): Promise<Buffer> {
  const entry = (await zipEntries(file)).find((one) => one.path === path);
  if (!entry) {
    throw new Error(`${file} has no ${path}`);
  }
  const data = await readFile(file);
  const { start, packedBytes } = entry;
  const content = start + 30 + data.readUInt16LE(start + 26) + data.readUInt16LE(start + 28);
  const packed = data.subarray(content, content + packedBytes);
  return data.readUInt16LE(start + 8) === 0 ? packed : inflateRawSync(packed);
}
