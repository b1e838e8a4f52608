import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { transform, type Plugin } from 'esbuild';
import { bindLate } from './bindLate.ts';

/**
 * Writes what a build made, instead of the build (`write: false`). What is there already stays untouched, and nobody sees half a file:
 * a window may be loading it. What Node loads asks for other files when it first needs them.
 */
export function writeOutputs(development: boolean): Plugin {
  return {
    name: 'write-outputs',
    setup(work) {
      const { format, target } = work.initialOptions;
      const small = { minify: true, format, platform: 'node', target } as const;
      work.onEnd(async ({ outputFiles = [] }) => {
        for (const { path: file, text, contents } of outputFiles) {
          if (format !== 'cjs' || file.endsWith('.map')) {
            await writeWhenNew(file, contents);
          } else {
            const late = bindLate(text);
            await writeWhenNew(file, development ? late : (await transform(late, small)).code);
          }
        }
      });
    },
  };
}

export async function writeWhenNew(file: string, contents: string | Uint8Array, mode = 0o644): Promise<void> {
  const bytes = Buffer.from(contents);
  const there = await readFile(file).catch(() => undefined);
  if (there?.equals(bytes)) {
    return;
  }
  await mkdir(path.dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, bytes, { mode });
  await rename(draft, file);
}
