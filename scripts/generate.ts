/**
 * Writes src/generated: validators of schemas/, and the parts of package.json that code needs. Does nothing
 * when they are up to date.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fieldTablesModule } from './generate/fieldTables.ts';
import { manifestModule } from './generate/manifestModule.ts';
import { consoleModule, schemaModule } from './generate/schemaModules.ts';
import { readSchemaFiles, sourceHash } from './generate/schemaFiles.ts';

const root = join(import.meta.dirname, '..');

/** The hash of the current sources of the validators. */
export function currentHash(): string {
  const { version } = createRequire(import.meta.url)('ajv/package.json') as { version: string };
  const generatorTexts = ['validatorModule.ts', 'fieldTables.ts', 'schemaFiles.ts'].map((name) =>
    readFileSync(join(import.meta.dirname, 'generate', name), 'utf8').replaceAll('\r\n', '\n'),
  );
  return sourceHash(readSchemaFiles(join(root, 'schemas')), [`ajv ${version}`, ...generatorTexts]);
}

/** Returns true when a file was written. */
export async function generate(folder = join(root, 'src/generated')): Promise<boolean> {
  const files = readSchemaFiles(join(root, 'schemas'));
  const modules = {
    'consoleFile.ts': consoleModule(files),
    'fieldTables.ts': fieldTablesModule(files),
    'manifest.ts': manifestModule(readFileSync(join(root, 'package.json'), 'utf8')),
    'schemas.ts': schemaModule(files),
  };
  let isChanged = false;
  for (const [name, text] of Object.entries(modules)) {
    if (!contains(join(folder, name), text)) {
      isChanged = true;
      mkdirSync(folder, { recursive: true });
      replaceFile(join(folder, name), text);
    }
  }
  const hash = currentHash();
  if (contains(join(folder, 'validators.js'), hash) && contains(join(folder, 'validators.d.ts'), '')) {
    return isChanged;
  }
  const { validatorModule } = await import('./generate/validatorModule.ts');
  const { code, types } = validatorModule(files, hash);
  mkdirSync(folder, { recursive: true });
  replaceFile(join(folder, 'validators.d.ts'), types);
  replaceFile(join(folder, 'validators.js'), code);
  return true;
}

function contains(path: string, text: string): boolean {
  try {
    return readFileSync(path, 'utf8').includes(text);
  } catch {
    return false;
  }
}

/** Writes a file in one step, so that other processes never see half of it. */
function replaceFile(path: string, text: string): void {
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, text);
  renameSync(temporary, path);
}

if (import.meta.main) {
  await generate();
}
