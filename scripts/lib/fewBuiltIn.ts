import { mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { serverBuild } from './serverBuild.ts';

/**
 * Built-in extensions that can affect a policy file, its review or its keys. Languages of programs, debuggers, notebooks, task runners
 * and sign-ins are left out.
 */
const met = new Set([
  'configuration-editing',
  'diff',
  'emmet',
  'git',
  'git-base',
  'json',
  'json-language-features',
  'log',
  'markdown-basics',
  'markdown-language-features',
  'merge-conflict',
  'references-view',
  'search-result',
  'theme-defaults',
  'theme-modern-icons',
  'theme-seti',
  'xml',
  'yaml',
]);

/** Makes a folder with those extensions of the server build that Ordinance meets. */
export async function fewBuiltIn(root: string, say: (line: string) => void): Promise<string> {
  const all = join((await serverBuild(say)).folder, 'extensions');
  const few = join(root, 'builtIn');
  await mkdir(few);
  for (const name of await readdir(all)) {
    if (met.has(name)) {
      await symlink(join(all, name), join(few, name), 'junction');
    }
  }
  return few;
}
