import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Writes a file in one step, unless it already has this content. */
export async function writeWhenNew(file: string, contents: Uint8Array): Promise<void> {
  const bytes = Buffer.from(contents);
  const current = await readFile(file).catch(() => undefined);
  if (current?.equals(bytes)) {
    return;
  }
  await mkdir(path.dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, bytes);
  await rename(draft, file);
}
