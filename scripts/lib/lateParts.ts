import { globSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Plugin } from 'esbuild';
import { projectRoot } from './paths.ts';

/**
 * Files of `dist` that hold what lies below these places of `src/core`, each once: the extension and the command line load the same
 * ones. What starting makes or asks for is in the first, with what all others stand on.
 */
export const coreParts: Readonly<Record<string, readonly string[]>> = {
  'core.cjs': [
    'util/',
    'json/',
    'policy/',
    'consoles/',
    'assist/consoleFile/parseConsoleFile.ts',
    'assist/findings/pushFindings.ts',
    'console/decodedText.ts',
    'console/hiddenParts.ts',
    'console/redaction.ts',
    'console/spellings.ts',
    'document/collections/collectionsText.ts',
    'document/json/scanJson.ts',
    'document/parser/gitConflicts.ts',
    'document/parser/problems.ts',
    'document/parser/settledProblems.ts',
    'document/policyReadings.ts',
    'document/syntaxNode.ts',
    'document/wholeYaml.ts',
    'document/yaml/libraryYaml.ts',
    'document/yaml/yamlDirectives.ts',
    'document/yaml/yamlErrors.ts',
    'document/yaml/yamlNumber.ts',
    'document/yaml/yamlProblems.ts',
    'sync/programs.ts',
    'sync/store/',
  ],
  'document.cjs': ['document/'],
  'order.cjs': ['order/', 'policyTest/'],
  'assist.cjs': ['assist/'],
  'console.cjs': ['console/'],
  'sync.cjs': ['sync/'],
  'posture.cjs': ['posture/'],
};

/** Files of `dist` that hold a library, or what is generated, by where each begins. */
export const lateParts = {
  'httpClient.cjs': 'src/core/console/httpClient.ts',
  'sandbox.cjs': 'src/sandbox/sandboxConsole.ts',
  'schemas.cjs': 'src/core/assist/schema/jsonSchema.ts',
  'validators.cjs': 'src/generated/validators.js',
  'yaml.cjs': 'yaml',
} as const;

const core = 'src/core/';
const partOfEntry = new Map<string, string>(Object.entries(lateParts).map(([part, entry]) => [entry, part]));

/**
 * The file of `dist` that holds a source file or library; undefined where whoever imports it holds it. `editor`: see `editorParts`;
 * what of it others hold as well is theirs.
 */
function partOf(source: string, editor?: ReadonlyMap<string, string>): string | undefined {
  return (
    partOfEntry.get(source) ??
    editor?.get(source) ??
    Object.keys(coreParts).find((part) => coreParts[part]?.some((place) => source.startsWith(core + place)))
  );
}

/** A module that is all that a part of `core` holds. */
export function everythingOf(part: string): string {
  return allOf(
    globSync(`${core}**/*.ts`, { cwd: projectRoot })
      .map((file) => file.split(sep).join('/'))
      .filter((file) => partOf(file) === part)
      .toSorted(),
  );
}

/** A module that is all that these source files hold. */
export function allOf(files: readonly string[]): string {
  return files.map((file) => `export * from './${file}';\n`).join('');
}

/** Lets a bundle ask for what other files of `dist` hold; `own` is its name, `editor` who holds the editor's half, where it is of that. */
export function leaveParts(own?: string, editor?: ReadonlyMap<string, string>): Plugin {
  return {
    name: 'leave-parts',
    setup(work) {
      work.onResolve({ filter: /^\.|^yaml$/ }, ({ path, resolveDir, kind }) => {
        const source = path.startsWith('.')
          ? relative(projectRoot, join(resolveDir, path)).split(sep).join('/')
          : path;
        const part = kind === 'entry-point' ? undefined : partOf(source, editor);
        return part === undefined || part === own ? undefined : { path: `./${part}`, external: true };
      });
    },
  };
}
