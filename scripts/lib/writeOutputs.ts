import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { transform, type Plugin } from 'esbuild';

/**
 * Writes what a build made, instead of the build (`write: false`). What is there already stays untouched, and nobody sees half a file:
 * a window may be loading it. What was made as modules is written as files that are asked for by `require`: code is shared between
 * programs only in modules, and the editor loads an extension by `require`.
 */
export const writeOutputs: Plugin = {
  name: 'write-outputs',
  setup(work) {
    const { format, minify, sourcemap, target } = work.initialOptions;
    work.onEnd(async ({ outputFiles = [] }) => {
      await Promise.all(
        outputFiles.map(async (file) => {
          if (format !== 'esm') {
            await writeWhenNew(file.path, file.contents);
            return;
          }
          const { code, map } = await transform(file.text, {
            format: 'cjs',
            platform: 'node',
            ...(minify !== undefined && { minify }),
            ...(target !== undefined && { target }),
            ...(sourcemap && { sourcemap: 'external', sourcefile: path.basename(file.path) }),
          });
          const link = map && `//# sourceMappingURL=${path.basename(file.path)}.map\n`;
          await writeWhenNew(file.path, code + link);
          if (map) {
            await writeWhenNew(`${file.path}.map`, map);
          }
        }),
      );
    });
  },
};

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
