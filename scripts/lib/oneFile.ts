import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { oneFile, oneFileName, oneFileParts } from '../../src/vscode/consoles/oneFile.ts';
import { writeWhenNew } from './writeOutputs.ts';

/** Makes the one file of the command line of what a build left in `dist`, beside it. */
export async function writeOneFile(dist: string): Promise<void> {
  const texts = await Promise.all(
    oneFileParts.map(async (name) => [name, await readFile(join(dist, name), 'utf8')] as const),
  );
  await writeWhenNew(join(dist, oneFileName), oneFile(texts), 0o755);
  // For who knows the command line by the name it had.
  await writeWhenNew(join(dist, 'cli.js'), `#!/usr/bin/env node\nimport './${oneFileName}';\n`, 0o755);
}
