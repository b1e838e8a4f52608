import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { writeSampleWorkspace } from '../../scripts/lib/sample.ts';
import type { Step } from './mainJob.ts';
import type { Session } from './session.ts';
import { appears, until, untilSeen } from './until.ts';

const collections = `collections:
  - name: payments
    images:
      - registry.example/payments/*
  - name: payments api
    images:
      - registry.example/payments/api*
  - name: shop
    images:
      - registry.example/shop/*
`;

const rule = (name: string, collection: string, blocks: boolean): string =>
  `  - name: ${name}\n    collections:\n      - name: ${collection}\n` +
  (blocks ? '    blockThreshold:\n      enabled: true\n      value: 7\n' : '');

const policy =
  'policyType: containerVulnerability\nrules:\n' +
  rule('block payments', 'payments', true) +
  rule('shop', 'shop', true) +
  rule('spare the api', 'payments api', false);

/** A workspace whose third rule decides for nothing. */
export async function fillForForesight(folder: string, url: string): Promise<void> {
  await writeSampleWorkspace(folder, url);
  const place = join(folder, 'policies/sandbox/vulnerability');
  await mkdir(place, { recursive: true });
  await writeFile(join(place, 'images.policy.yaml'), policy);
  await writeFile(join(folder, 'policies/sandbox/collections.yaml'), collections);
}

/** What the status line says of a move, to everybody. */
function saying({ page }: Session, words: RegExp): Locator {
  return page.locator('.statusbar-item:visible').locator('[aria-label]').and(page.getByLabel(words)).first();
}

/** Moves the rule at the cursor up by its key, pressed again only where nothing came of it. */
async function moveUp(session: Session, words: RegExp): Promise<void> {
  const { editors } = session.workbench;
  const before = await editors.text();
  await until(`${words} to be said`, async () => {
    if ((await editors.text()) === before) {
      await session.workbench.press('ControlOrMeta+k', 'Alt+ArrowUp');
    }
    return appears(saying(session, words));
  });
}

async function cursorIn(session: Session, name: string): Promise<void> {
  const line = session.workbench.editors.active.locator('.view-line', { hasText: `name: ${name}` }).first();
  const crumb = session.page.locator('.monaco-breadcrumbs', { hasText: name.replaceAll(' ', ' ') });
  await untilSeen('the cursor in the rule', () => line.click(), crumb);
}

export const foresightSteps: readonly Step[] = [
  {
    name: 'shows the changed decisions of each place before a rule is moved by keys',
    async run(session, picture) {
      const { workbench } = session;
      await workbench.showContainer('Ordinance');
      await workbench.openFile('vulnerability/images.policy.yaml');
      await cursorIn(session, 'spare the api');
      await workbench.editors.active
        .locator('.codelens-decoration a', { hasText: 'Move to Where It Applies' })
        .first()
        .waitFor();
      await workbench.commandByKeys('Ordinance: Move Rule…');
      const { box } = workbench.quickInput;
      const up = box.locator('.monaco-list-row.focused', { hasText: 'Up' });
      await up.filter({ hasText: 'no changed decisions' }).waitFor();
      const top = box.locator('.monaco-list-row', { hasText: 'To the Top' });
      await top
        .filter({
          hasText: /1 changed decision, 1 becomes weaker. Example: image registry.example.payments.api/,
        })
        .waitFor();
      await picture('move-places');
      await workbench.press('Escape');
      await box.waitFor({ state: 'hidden' });
    },
  },
  {
    name: 'says in the status line what a rule took since its move began, and takes it back',
    async run(session, picture) {
      const { workbench } = session;
      await cursorIn(session, 'spare the api');
      await moveUp(session, /"spare the api" moved from 3 to 2: no changed decisions/);
      await moveUp(
        session,
        /"spare the api" moved from 3 to 1: 1 changed decision, 1 becomes weaker. Example: image registry.example.payments.api/,
      );
      await picture('move-status');
      await workbench.commandByKeys('Ordinance: Show Changed Decisions of the Last Edit');
      const { box } = workbench.quickInput;
      await box
        .locator('.monaco-list-row', { hasText: '"block payments" → "spare the api"' })
        .filter({ hasText: 'weaker' })
        .waitFor();
      await picture('move-changes');
      await workbench.quickInput.type('undo');
      await box.locator('.monaco-list-row.focused', { hasText: 'Undo' }).waitFor();
      await workbench.press('Enter');
      await until('the text as it was', async () =>
        /block payments[^]*shop[^]*spare the api/.test(await workbench.editors.text()),
      );
      await until(
        'nothing of a move that was taken back',
        async () =>
          (await session.page
            .locator('.statusbar-item:visible', { hasText: /changed decisions?/ })
            .count()) === 0,
      );
    },
  },
  {
    name: 'moves a rule that never applies to where it applies, by keys alone',
    async run(session) {
      const { workbench } = session;
      await cursorIn(session, 'spare the api');
      await workbench.commandByKeys('Ordinance: Move Rule to Where It Applies');
      await saying(
        session,
        /"spare the api" moved from 3 to 1: 1 changed decision, 1 becomes weaker/,
      ).waitFor();
      await until('the rule at the top', async () =>
        /spare the api[^]*block payments/.test(await workbench.editors.text()),
      );
      await until(
        'no rule that never applies',
        async () =>
          (await workbench.editors.active
            .locator('.codelens-decoration a', { hasText: 'Move to Where It Applies' })
            .count()) === 0,
      );
    },
  },
];
