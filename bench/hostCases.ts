import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { PolicyDocument } from '../src/core/document/policyDocument.ts';
import { moveRules } from '../src/core/document/ruleEdits.ts';
import { policyKind } from '../src/core/policy/families.ts';
import { describeNode } from '../src/vscode/policies/describeNode.ts';
import {
  consoleNode,
  familyNodes,
  policyNodes,
  rowsBelowPage,
  rowsBelowPolicy,
} from '../src/vscode/policies/treeNodes.ts';
import type { RuleList } from '../src/vscode/workspace/policyRules.ts';
import type { Case } from './case.ts';
import { caseOf } from './caseOf.ts';
import { counted } from './counted.ts';
import { generatedText } from './policies.ts';

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const kind = policyKind('vulnerability/images')!;

const activation = caseOf<'start' | 'console-file'>(
  'P13',
  'activation: load of the bundles and all that is made at once, in a process of its own; without its files in the workspace nothing is loaded',
  { Ordinance: 'start', 'Ordinance, and what reading ordinance.yaml loads': 'console-file' },
  async (task) => {
    const files = ['extension.cjs', 'core.cjs', ...(task === 'start' ? [] : ['yaml.cjs'])];
    const bundles = files.map((file) => here(`../dist/${file}`));
    if (!bundles.every((bundle) => existsSync(bundle))) {
      throw new Error('no bundle: npm run build');
    }
    const samples = await counted(() => {
      const { stdout, stderr } = spawnSync(process.execPath, [here('./loadBundle.ts'), ...bundles], {
        encoding: 'utf8',
      });
      const time = Number(stdout.trim());
      if (!(time > 0)) {
        throw new Error(stderr);
      }
      return time;
    });
    const contents = bundles.map((bundle) => readFileSync(bundle));
    const kilobytes = (sizes: readonly number[]): string =>
      `${Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1000)} kB`;
    const size = kilobytes(contents.map(({ length }) => length));
    const note = `loaded: ${size}, compressed ${kilobytes(contents.map((content) => gzipSync(content).length))}`;
    return { samples, note };
  },
);

/** As `PolicyRules` lists them, without an editor. */
function listOf(document: PolicyDocument, version: number): RuleList {
  return {
    uri: { toString: () => 'file:///policies/bench/images.policy.yaml' } as RuleList['uri'],
    version,
    arrays: document.arrays().map(({ key, rules }) => ({
      key,
      rules: rules.map(({ array, index, slice }) => ({
        array,
        index,
        name: slice.facts.name,
        disabled: slice.facts.disabled,
        collections: slice.facts.collections,
        checks: slice.facts.checks,
        line: 0,
        isSure: true,
        action: () => 'alert' as const,
        order: () => [],
        isNotAnalysed: () => false,
        mark: () => undefined,
      })),
    })),
  };
}

const english = {
  t: (message: string | { message: string }): string =>
    typeof message === 'string' ? message : message.message,
};
const nothing = {
  consoles: { consoles: [], get: () => undefined },
  states: { status: () => undefined, states: () => [] },
} as unknown as Parameters<typeof describeNode>[1];

const tree = caseOf<'expand' | 'move'>(
  'P15',
  'rows of a policy of 10 000 rules: the policy expanded, one page of it; after a rule was moved',
  { Ordinance: 'expand', 'Ordinance, move': 'move' },
  async (task) => {
    const family = familyNodes(consoleNode('bench')).find((row) => row.family === kind.family)!;
    const policy = policyNodes(family).find((row) => row.policy === kind)!;
    const document = PolicyDocument.read(generatedText(10_000, 'yaml'), 'yaml', kind);
    let drawn = 0;
    let version = 0;
    const draw = (): void => {
      const list = listOf(document, ++version);
      const rows = rowsBelowPolicy(policy, list);
      const page = rows.flatMap((row) => (row.kind === 'page' ? [row] : []))[0];
      const shown = page ? [...rows, ...rowsBelowPage(page, list)] : rows;
      drawn = shown.map((row) => describeNode(row, nothing, english as never)).length;
    };
    const samples = await counted(() => {
      const start = performance.now();
      if (task === 'move') {
        document.apply(moveRules(document, 'rules', [9_998], 0));
      }
      draw();
      return performance.now() - start;
    });
    return { samples, note: `${drawn} rows drawn; without the editor's own work` };
  },
);

export const hostCases: readonly Case[] = [activation, tree];
