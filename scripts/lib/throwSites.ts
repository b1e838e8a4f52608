import { globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectRoot } from './paths.ts';

/**
 * The files with guards of pushes, merges and edits. A guard that no test reaches could be removed without a
 * failing test.
 */
const guarded = /^src\/core\/(?:sync|policy|document\/edit)\//;
/**
 * Matches a guard. A statement that rethrows a failure of the system or reports an impossible state is none,
 * and neither is a comment.
 */
const statement = /^(?!\s*(?:\/\/|\/?\*))(.*?)\bthrow (?!error;|new (?:Type|Range)?Error\()(?=[a-z(])/;

/** The variable with the folder into which each test process writes the guards that it reached. */
export const throwsVariable = 'ORDINANCE_REACHED_THROWS';

/** Records each reached `throw` of guarded files in this process. */
export function recordThrows(folder: string): void {
  const reached = new Set<string>();
  Object.assign(globalThis, { reachedThrow: (site: string) => void reached.add(site) });
  registerHooks({
    load(url, context, next) {
      const file = url.startsWith('file:') ? projectPath(fileURLToPath(url)) : '';
      return guarded.test(file)
        ? { format: 'module-typescript', source: marked(file), shortCircuit: true }
        : next(url, context);
    },
  });
  process.on('exit', () =>
    writeFileSync(join(folder, `${process.pid}-${Date.now()}.json`), JSON.stringify([...reached])),
  );
}

/** The places of guards that no process reached, as `file:line`. */
export function unreachedThrows(folder: string): readonly string[] {
  const reached = new Set(
    readdirSync(folder).flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as string[]),
  );
  return globSync('src/core/**/*.ts', { cwd: projectRoot })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => guarded.test(file))
    .toSorted()
    .flatMap((file) =>
      linesOf(file).flatMap((line, at) => (statement.test(line) ? [`${file}:${at + 1}`] : [])),
    )
    .filter((site) => !reached.has(site));
}

function marked(file: string): string {
  return linesOf(file)
    .map((line, at) => line.replace(statement, `$1throw globalThis.reachedThrow("${file}:${at + 1}") ?? `))
    .join('\n');
}

function linesOf(file: string): readonly string[] {
  return readFileSync(join(projectRoot, file), 'utf8').split('\n');
}

function projectPath(file: string): string {
  return relative(projectRoot, file).split(sep).join('/');
}
