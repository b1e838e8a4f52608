import { mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { serverBuild } from './serverBuild.ts';

/**
 * The built-in extensions that can affect a policy file, its review or its keys. Languages of programs,
 * debuggers, notebooks, task runners and sign-ins are omitted.
 */
const relevantExtensions = new Set([
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

/** Makes a folder with the relevant built-in extensions of the server build. */
export async function linkRelevantExtensions(root: string, say: (line: string) => void): Promise<string> {
  const all = join((await serverBuild(say)).folder, 'extensions');
  const relevant = join(root, 'builtIn');
  await mkdir(relevant);
  for (const name of await readdir(all)) {
    if (relevantExtensions.has(name)) {
      await symlink(join(all, name), join(relevant, name), 'junction');
    }
  }
  return relevant;
}
