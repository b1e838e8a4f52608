import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { before, test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { bundles } from '../../scripts/build.ts';
import { standInForEditor } from '../../scripts/lib/anyEditor.ts';
import { temporaryFolder } from '../../scripts/lib/cleanup.ts';
import { lateParts } from '../../scripts/lib/lateParts.ts';
import { oneFileParts } from '../../src/vscode/consoles/oneFile.ts';
import { projectRoot } from '../../scripts/lib/paths.ts';
import { cliWorkspace, type CliWork } from '../http/cli/cliWorkspace.ts';
import { images } from '../unit/sync/workspace.ts';

const run = promisify(execFile);
const dist = path.join(projectRoot, 'dist');

const libraries = (inputs: readonly string[]): string[] =>
  inputs.flatMap((input) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? []);

/** What of `dist` asks for what of other files there, as it is built, and what each file has. */
async function builtParts(): Promise<Map<string, BuiltPart>> {
  const parts = new Map<string, BuiltPart>();
  for (const options of (await bundles(false)).filter(({ format }) => format === 'cjs')) {
    const { metafile, outputFiles } = await build({
      ...options,
      format: 'esm',
      write: false,
      metafile: true,
    });
    const [output] = Object.values(metafile?.outputs ?? {});
    const text = outputFiles?.[0]?.text ?? '';
    const named = [...text.matchAll(/^import \{([^}]*)\} from "\.\/(\w+\.cjs)";$/gm)];
    parts.set(path.basename(options.outfile ?? ''), {
      inputs: Object.keys(output?.inputs ?? {}),
      files: new Set([...text.matchAll(/"\.\/(\w+\.cjs)"/g)].map(([, file = '']) => file)),
      names: named.flatMap(([, names = '', file = '']) =>
        names.split(',').map((name) => ({ file, name: name.trim().split(' as ')[0] ?? '' })),
      ),
    });
  }
  return parts;
}

interface BuiltPart {
  readonly inputs: readonly string[];
  readonly files: ReadonlySet<string>;
  readonly names: readonly { readonly file: string; readonly name: string }[];
}

let parts: ReadonlyMap<string, BuiltPart>;

before(async () => {
  parts = await builtParts();
});

test('every source file of core and of the editor is in one file of dist', () => {
  const holders = new Map<string, string[]>();
  for (const [file, { inputs }] of parts) {
    for (const input of inputs.filter((one) => /^src\/(?:core|vscode)\//.test(one))) {
      holders.set(input, [...(holders.get(input) ?? []), file]);
    }
  }
  assert.deepEqual(
    [...holders].filter(([input, files]) => files.length > 1 && !input.endsWith('.cjs')),
    [],
  );
});

test('a library is in a file of its own, but for the two small ones', () => {
  const late: readonly string[] = Object.keys(lateParts);
  const held = [...parts].flatMap(([file, { inputs }]) => (late.includes(file) ? [] : libraries(inputs)));
  assert.deepEqual([...new Set(held)].toSorted(), ['commander', 'jsonc-parser']);
  assert.ok(parts.get('cli.cjs')?.inputs.some((input) => input.includes('node_modules/commander/')));
});

test('every file of dist has what others ask of it', () => {
  standInForEditor();
  const load = createRequire(import.meta.url);
  const missing = [...parts].flatMap(([asks, { names }]) =>
    names
      .filter(({ file, name }) => !(name in (load(path.join(dist, file)) as object)))
      .map(({ file, name }) => `${asks} asks ${file} for ${name}`),
  );
  assert.deepEqual(missing, []);
});

test('all that reading ordinance.yaml runs is in the part that starting loads, but for the library', async () => {
  const { metafile } = await build({
    absWorkingDir: projectRoot,
    entryPoints: ['src/core/assist/consoleFile/parseConsoleFile.ts'],
    bundle: true,
    format: 'esm',
    platform: 'node',
    external: ['yaml'],
    write: false,
    metafile: true,
  });
  const runs = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([input, { bytesInOutput }]) => (bytesInOutput > 0 ? [input] : [])),
  );
  const start = parts.get('core.cjs')?.inputs ?? [];
  assert.deepEqual(
    runs.filter((input) => !start.includes(input)),
    [],
  );
});

test('the one file of the command line holds all that its parts ask for', () => {
  const needed = new Set<string>(['cli.cjs']);
  for (const file of needed) {
    parts.get(file)?.files.forEach((asked) => needed.add(asked));
  }
  assert.deepEqual([...needed].toSorted(), [...oneFileParts].toSorted());
});

test('loading the HTTP client leaves the process-wide dispatchers of fetch unset', async () => {
  const script = `
    const { Agent } = require(process.argv[1]);
    void new Agent({ allowH2: false }).destroy();
    console.log([1, 2, 3].map((n) => typeof globalThis[Symbol.for('undici.globalDispatcher.' + n)]).join());`;
  const { stdout } = await run(process.execPath, ['-e', script, path.join(dist, 'httpClient.cjs')]);
  assert.equal(stdout.trim(), 'undefined,undefined,undefined');
});

/** The command line with its parts beside it, but for one. */
async function without(t: TestContext, file: keyof typeof lateParts): Promise<string> {
  const folder = await temporaryFolder('late');
  t.after(() => folder.dispose());
  await mkdir(folder.path, { recursive: true });
  await Promise.all(oneFileParts.map((name) => cp(path.join(dist, name), path.join(folder.path, name))));
  await rm(path.join(folder.path, file));
  return path.join(folder.path, 'cli.cjs');
}

async function fails(program: string, args: readonly string[], cli: CliWork): Promise<string> {
  const { error, text } = await run(process.execPath, [program, ...args], {
    cwd: cli.work.root,
    env: { ...process.env, ...cli.variables },
  }).then(
    ({ stdout, stderr }) => ({ error: undefined, text: stdout + stderr }),
    (caught: { code: unknown; stdout: string; stderr: string }) => ({
      error: caught.code,
      text: caught.stdout + caught.stderr,
    }),
  );
  assert.notEqual(error, undefined, text);
  assert.doesNotMatch(text, /\n\s+at /, 'a stack');
  return text;
}

test('a missing part is said plainly', async (t) => {
  const cli = await cliWorkspace(t);
  const yaml = await fails(await without(t, 'yaml.cjs'), ['pull', images.name], cli);
  assert.match(yaml, /A part of Ordinance could not be loaded: the YAML library\./);
  const http = await fails(await without(t, 'httpClient.cjs'), ['pull', images.name], cli);
  assert.match(http, /A part of Ordinance could not be loaded: the HTTP client\./);
  assert.equal(cli.sandbox.requests.of('GET').length, 0);
});
