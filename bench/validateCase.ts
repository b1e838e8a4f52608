import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Spelling } from '../src/core/policy/policyFile.ts';
import type { Case } from './case.ts';
import { caseOf } from './caseOf.ts';
import { counted } from './counted.ts';
import { textOfSize } from './policies.ts';

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const schema = (name: string): string => here(`../schemas/${name}.schema.json`);

interface Validator {
  readonly script: string;
  readonly args: (file: string) => readonly string[];
}

const validators: Readonly<Record<string, Validator>> = {
  Ordinance: { script: here('../dist/ordinance.cjs'), args: (file) => ['validate', file] },
  'ajv-cli, schema only, without places': {
    script: here('./node_modules/ajv-cli/dist/index.js'),
    args: (file) => [
      'validate',
      '--spec=draft7',
      '--strict=false',
      '-s',
      schema('vulnerability'),
      '-r',
      schema('common'),
      '-d',
      file,
    ],
  },
};

function validation(spelling: Spelling): Case {
  return caseOf<Validator>(
    `P19-${spelling}`,
    `validate of ${spelling.toUpperCase()} of 10 MB from the shell, start of the process included`,
    validators,
    async ({ script, args }) => {
      if (!existsSync(script)) {
        throw new Error(`no ${script}: npm run build`);
      }
      const root = mkdtempSync(join(tmpdir(), 'ordinance-bench-'));
      const folder = join(root, 'vulnerability');
      mkdirSync(folder);
      const file = join(folder, `images.policy.${spelling}`);
      const { text, rules } = textOfSize(10_000_000, spelling);
      const run = (content: string): { readonly time: number; readonly status: number | null } => {
        writeFileSync(file, content);
        const start = performance.now();
        const { status } = spawnSync(process.execPath, [script, ...args(file)], { maxBuffer: 64_000_000 });
        return { time: performance.now() - start, status };
      };
      let isAccepted = true;
      const samples = await counted(() => {
        const { time, status } = run(text);
        isAccepted &&= status === 0;
        return time;
      });
      const at = text.indexOf('verbose', text.length / 2);
      const planted = run(`${text.slice(0, at)}${text.slice(at).replace('false', '5')}`);
      rmSync(root, { recursive: true });
      const wrong = isAccepted
        ? planted.status === 0
          ? 'a planted mistake was not found'
          : undefined
        : 'a policy without mistakes was refused';
      return { samples, wrong, note: `${rules} rules` };
    },
  );
}

export const validateCases: readonly Case[] = [validation('json'), validation('yaml')];
