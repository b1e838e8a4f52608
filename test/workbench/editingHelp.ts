import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeSampleWorkspace } from '../../scripts/lib/sample.ts';
import { writePolicyText } from '../../src/core/document/updatedText.ts';
import { fromPlain, isJsonObject } from '../../src/core/json/json.ts';
import type { Spelling } from '../../src/core/policy/policyFile.ts';
import { editingByKeys, revert } from './editingByKeys.ts';
import type { Step } from './mainJob.ts';
import type { Session } from './session.ts';
import { until, untilSeen } from './until.ts';

const spellings = ['yaml', 'json'] as const;

/** Files of the sample workspace's console: a short one and one of 5 MB in each spelling. */
const short: Readonly<Record<Spelling, string>> = {
  yaml: 'ci-images.policy.yaml',
  json: 'serverless.policy.json',
};
const long: Readonly<Record<Spelling, string>> = { yaml: 'host.policy.yaml', json: 'images.policy.json' };
const types: Readonly<Record<string, string>> = {
  [short.yaml]: 'ciImagesVulnerability',
  [short.json]: 'serverlessVulnerability',
  [long.yaml]: 'hostVulnerability',
  [long.json]: 'containerVulnerability',
};

const megabytes = 5;

export async function fillWithPolicies(folder: string, url: string): Promise<void> {
  await writeSampleWorkspace(folder, url);
  const target = join(folder, 'policies', 'sandbox', 'vulnerability');
  await mkdir(target, { recursive: true });
  for (const spelling of spellings) {
    await writeFile(join(target, short[spelling]), textOf(short[spelling], spelling, 2));
    const one = textOf(long[spelling], spelling, 100).length / 100;
    await writeFile(
      join(target, long[spelling]),
      textOf(long[spelling], spelling, Math.ceil((megabytes * 1e6) / one)),
    );
  }
}

/** `graceDay` is the mistake of the short files. */
function textOf(file: string, spelling: Spelling, count: number): string {
  const rules = Array.from({ length: count }, (_, index) => ({
    name: `Rule ${index + 1}`,
    disabled: false,
    notes: `Agreed with team ${index % 90}, see ticket ${1000 + index}`,
    collections: [{ name: 'All' }],
    effect: 'alert, block',
    alertThreshold: { disabled: false, value: 7 },
    blockThreshold: { enabled: true, value: 9 },
    ...(count === 2 ? { graceDay: 7 } : { graceDays: 7 }),
    onlyFixed: true,
    cveRules: Array.from({ length: count === 2 ? 0 : 4 }, (__, cve) => ({
      id: `CVE-2024-${10_000 + index * 4 + cve}`,
      effect: 'ignore',
      description: 'Accepted until the next release of the base image',
      expiration: { enabled: false, date: '0001-01-01T00:00:00Z' },
    })),
  }));
  const policy = fromPlain({ policyType: types[file], rules });
  assert.ok(isJsonObject(policy));
  return writePolicyText(policy, spelling);
}

export const editingHelp: readonly Step[] = spellings.flatMap((spelling): Step[] => [
  {
    name: `explains fields and thresholds (${spelling})`,
    async run({ workbench }) {
      const { editors } = workbench;
      await workbench.openFile(short[spelling]);
      await editors.shows('Rule 1');
      // A hover opens above its word: upwards it would lie on the next.
      await editors.hover(word(workbench, '7'), /7:.high.and.above/);
      await editors.hover(word(workbench, 'onlyFixed'), /that have a fix/);
    },
  },
  {
    name: `proposes keys that a rule lacks (${spelling})`,
    async run({ workbench }) {
      await workbench.editors.goTo(lineOf(spelling, 'disabled'), 1);
      await workbench.press('End', 'Enter');
      await workbench.page.keyboard.type(spelling === 'json' ? '"ver' : 'ver');
      await proposesVerbose(workbench);
      await workbench.press('Escape', 'Escape');
      await workbench.press('ControlOrMeta+z', 'ControlOrMeta+z', 'ControlOrMeta+z');
    },
  },
  {
    name: `mends a mistake by its quick fix (${spelling})`,
    async run(session) {
      const { workbench } = session;
      const { editors, page } = workbench;
      await revert(session);
      await editors.shows('graceDay');
      await until('an underlined mistake', async () => (await underlined(workbench)) > 0);
      const before = await editors.text();
      assert.match(before, /graceDay\b/);
      await editors.goTo(lineOf(spelling, 'graceDay'), spelling === 'json' ? 10 : 8);
      const fix = page.locator('.action-widget .monaco-list-row', { hasText: 'graceDays' }).first();
      await untilSeen('a quick fix', () => workbench.press('ControlOrMeta+.'), fix);
      // The pointer reaches the entries once it was moved: older editors keep it from a list that opens below it.
      await fix.hover({ force: true });
      await workbench.quickInput.take(fix);
      await until('the mended name', async () => /graceDays/.test(await editors.text()));
      await revert(session);
    },
  },
  ...editingByKeys(spelling, short[spelling]),
  {
    name: `keeps up with typing in ${megabytes} MB (${spelling})`,
    async run(session) {
      const { workbench } = session;
      await workbench.openFile(long[spelling]);
      await workbench.editors.shows('Rule 1');
      const file = textOf(long[spelling], spelling, 100).split('\n');
      const perRule =
        file.findIndex((line) => /Rule 2"?,?$/.test(line)) -
        file.findIndex((line) => /Rule 1"?,?$/.test(line));
      const first = file.findIndex((line) => /disabled"?: false,?$/.test(line)) + 1;
      const line = first + perRule * 1000;
      await workbench.editors.goTo(line, 1);
      await workbench.press('End', ...(spelling === 'json' ? ['ArrowLeft'] : []));
      // Once as the file is read, and once as it is known.
      for (let round = 0; round < 2; round++) {
        await workbench.page.keyboard.type('x');
        await until('the mistake', async () => (await errors(workbench)) === 1);
        await workbench.press('Backspace');
        await until('no mistake', async () => (await errors(workbench)) === 0);
      }
      await workbench.press('End', 'Enter');
      await workbench.page.keyboard.type(spelling === 'json' ? '"ver' : 'ver');
      await proposesVerbose(workbench);
      await workbench.press('Escape');
      await revert(session);
    },
  },
]);

type Workbench = Session['workbench'];

/** Asks for proposals until there is one for what was typed. */
async function proposesVerbose(workbench: Workbench): Promise<void> {
  const proposal = workbench.page
    .locator('.suggest-widget.visible .monaco-list-row', { hasText: 'verbose' })
    .first();
  await untilSeen(
    'proposals',
    async () => {
      if (!(await proposal.isVisible())) {
        await workbench.press('Control+Space');
      }
    },
    proposal,
  );
}

function word({ editors }: Workbench, text: string) {
  return editors.active
    .locator('.view-line span span')
    .filter({ hasText: new RegExp(`^\\s*"?${text}"?\\s*$`) })
    .first();
}

/** 1-based line of the first rule's member in a short file. */
function lineOf(spelling: Spelling, key: string): number {
  const lines = textOf(short[spelling], spelling, 2).split('\n');
  return lines.findIndex((line) => new RegExp(`^ {4,6}"?${key}"?:`).test(line)) + 1;
}

const errors = ({ editors }: Workbench): Promise<number> => editors.squiggles('error').count();

/** Of any severity, hints included. */
const underlined = ({ editors }: Workbench): Promise<number> =>
  editors.active.locator('[class*="squiggly-"]').count();
