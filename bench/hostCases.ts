import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { PolicyDocument } from '../src/core/document/policyDocument.ts';
import { readPolicyText } from '../src/core/document/reading/readPolicy.ts';
import { rereadPolicy } from '../src/core/document/reading/rereadPolicy.ts';
import { ruleRefs } from '../src/core/document/ruleRef.ts';
import { moveRules } from '../src/core/document/ruleEdits.ts';
import { policyKind } from '../src/core/policy/families.ts';
import { rowsBelow } from '../src/vscode/policies/treeNodes.ts';
import { type RowDeps } from '../src/vscode/policies/describeRows.ts';
import type { RuleList } from '../src/vscode/workspace/policyDocuments.ts';
import type { Case } from './case.ts';
import { caseOf } from './caseOf.ts';
import { counted } from './counted.ts';
import { generatedText } from './policies.ts';

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const kind = policyKind('vulnerability/images');

const activation = caseOf<'start' | 'console-file'>(
  'P13',
  'activation: load of the bundle and all that is made at once, in a process of its own; without its files in the workspace nothing is loaded',
  { Ordinance: 'start', 'Ordinance, until an ordinance.yaml of one console is read': 'console-file' },
  async (task) => {
    const bundle = here('../dist/extension.mjs');
    if (!existsSync(bundle)) {
      throw new Error('no bundle: npm run build');
    }
    const folder = mkdtempSync(join(tmpdir(), 'ordinance-bench-'));
    writeFileSync(
      join(folder, 'ordinance.yaml'),
      'consoles:\n  prod:\n    url: https://console.example.com\n',
    );
    let files: readonly string[] = [];
    const samples = await counted(() => {
      const given = [here('./loadBundle.ts'), bundle, ...(task === 'start' ? [] : [folder])];
      const { stdout, stderr, status } = spawnSync(process.execPath, given, { encoding: 'utf8' });
      if (status !== 0) {
        throw new Error(stderr);
      }
      const loaded = JSON.parse(stdout) as { time: number; files: string[] };
      ({ files } = loaded);
      return loaded.time;
    });
    rmSync(folder, { recursive: true });
    const contents = files.map((file) => readFileSync(here(`../dist/${file}`)));
    const kilobytes = (sizes: readonly number[]): string =>
      `${Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1000)} kB`;
    const size = kilobytes(contents.map(({ length }) => length));
    const note = `loaded: ${size}, compressed ${kilobytes(contents.map((content) => gzipSync(content).length))}`;
    return { samples, note };
  },
);

/** As `PolicyRules` lists them, without an editor. */
function listOf(document: PolicyDocument): RuleList {
  return {
    uri: { toString: () => 'file:///policies/bench/images.policy.yaml' } as RuleList['uri'],
    arrays: document.arrays().map((view) => ({
      key: view.key,
      rules: ruleRefs(document, view).map((ref, at) => ({
        array: ref.array,
        index: ref.index,
        name: view.rules[at]!.facts.name,
        disabled: view.rules[at]!.facts.disabled,
        collections: view.rules[at]!.facts.collections,
        checks: view.rules[at]!.facts.checks,
        start: 0,
        line: 0,
        isSure: true,
        ref,
        action: () => 'alert' as const,
        order: () => undefined,
        mark: () => undefined,
      })),
    })),
  };
}

const tree = caseOf<'expand' | 'move'>(
  'P15',
  'rows of a policy of 10 000 rules: the policy expanded, one page of it; after a rule was moved',
  { Ordinance: 'expand', 'Ordinance, move': 'move' },
  async (task) => {
    const policy = { kind: 'policy', consoleId: 'bench', policy: kind.name } as const;
    let document = readPolicyText(generatedText(10_000, 'yaml'), 'yaml', kind);
    let drawn = 0;
    const draw = (): void => {
      const rows = rowsBelow({} as RowDeps, policy, listOf(document));
      const page = rows.find((row) => row.kind === 'page')?.children() ?? [];
      drawn = [...rows, ...(page as typeof rows)].map((row) => row.describe()).length;
    };
    const samples = await counted(() => {
      const start = performance.now();
      if (task === 'move') {
        document = rereadPolicy(document, moveRules(document, 'rules', [9_998], 0));
      }
      draw();
      return performance.now() - start;
    });
    return { samples, note: `${drawn} rows drawn; without the editor's own work` };
  },
);

export const hostCases: readonly Case[] = [activation, tree];
