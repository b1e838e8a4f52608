/** Makes src/generated: validators of schemas/, and what code knows of package.json. Does nothing when they are up to date. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fieldTablesModule } from './generate/fieldTables.ts';
import { manifestModule } from './generate/manifestModule.ts';
import { consoleModule, schemaModule } from './generate/schemaModules.ts';
import { readSchemaFiles, sourceHash } from './generate/schemaFiles.ts';

const root = join(import.meta.dirname, '..');

/** The hash of what the validators are made from now. */
export function currentHash(): string {
  const { version } = createRequire(import.meta.url)('ajv/package.json') as { version: string };
  const makers = ['validatorModule.ts', 'fieldTables.ts', 'schemaFiles.ts'].map((name) =>
    readFileSync(join(import.meta.dirname, 'generate', name), 'utf8').replaceAll('\r\n', '\n'),
  );
  return sourceHash(readSchemaFiles(join(root, 'schemas')), [`ajv ${version}`, ...makers]);
}

/** Returns whether anything was written. */
export async function generate(folder = join(root, 'src/generated')): Promise<boolean> {
  const files = readSchemaFiles(join(root, 'schemas'));
  const modules = {
    'consoleFile.ts': consoleModule(files),
    'fieldTables.ts': fieldTablesModule(files),
    'manifest.ts': manifestModule(readFileSync(join(root, 'package.json'), 'utf8')),
    'schemas.ts': schemaModule(files),
  };
  let isNew = false;
  for (const [name, text] of Object.entries(modules)) {
    if (!holds(join(folder, name), text)) {
      isNew = true;
      mkdirSync(folder, { recursive: true });
      replace(join(folder, name), text);
    }
  }
  const hash = currentHash();
  if (holds(join(folder, 'validators.js'), hash) && holds(join(folder, 'validators.d.ts'), '')) {
    return isNew;
  }
  const { validatorModule } = await import('./generate/validatorModule.ts');
  const { code, types } = validatorModule(files, hash);
  mkdirSync(folder, { recursive: true });
  replace(join(folder, 'validators.d.ts'), types);
  replace(join(folder, 'validators.js'), code);
  return true;
}

function holds(path: string, text: string): boolean {
  try {
    return readFileSync(path, 'utf8').includes(text);
  } catch {
    return false;
  }
}

/** Other processes never see half a file. */
function replace(path: string, text: string): void {
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, text);
  renameSync(temporary, path);
}

if (import.meta.main) {
  await generate();
}
