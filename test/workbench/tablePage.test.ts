import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite } from 'node:test';
import type { Step } from './mainJob.ts';
import { TablePage } from './pages/tablePage.ts';
import type { Session } from './session.ts';
import { testSteps } from './testSteps.ts';
import { until, untilSeen } from './until.ts';

const title = 'Compliance checks: sandbox';
const many = 10_000;

const open = ({ page }: Session): TablePage => new TablePage(page, title);
const says = (table: TablePage, text: RegExp): Promise<unknown> =>
  until(`the table to say ${text}`, async () => text.test(await table.status.innerText()));

const steps: readonly Step[] = [
  {
    name: 'shows a list of the console as a grid that has the keyboard',
    async run(session) {
      await session.workbench.showContainer('Ordinance');
      await until(
        'a console that is signed in',
        async () => !/signed out/.test(await session.workbench.policies.describe('sandbox')),
      );
      await session.workbench.policies.expand('Collections and lookups');
      await session.workbench.policies.select('Compliance checks');
      const table = open(session);
      await table.grid.waitFor();
      await says(table, /^\d+ rows/);
      const rows = Number(/^\d+/.exec(await table.status.innerText())?.[0]);
      assert.equal(await table.grid.getAttribute('aria-rowcount'), String(rows + 1));
      await until('the focus', () =>
        table.grid.evaluate((grid) => grid.ownerDocument.activeElement === grid),
      );
      await until(
        'a row to be active, not the header',
        async () => (await table.active()) === (await table.column('Id'))[0],
      );
    },
  },
  {
    name: 'selects rows with Shift, and no text of them, which copying would take instead',
    async run(session) {
      const table = open(session);
      const [first = '', , third = ''] = await table.column('Id');
      await table.cell(first).click();
      await table.cell(third).click({ modifiers: ['Shift'] });
      await says(table, /3 selected/);
      assert.equal(await table.grid.evaluate((grid) => String(grid.ownerDocument.getSelection())), '');
      assert.ok(await table.grid.evaluate((grid) => grid.ownerDocument.activeElement === grid));
    },
  },
  {
    name: 'has the keyboard again where it was, when the palette was left',
    async run(session) {
      const table = open(session);
      const { quickInput } = session.workbench;
      await quickInput.open('F1', '>');
      await session.workbench.press('Escape');
      await quickInput.closed();
      await until('the focus', () =>
        table.grid.evaluate((grid) => grid.ownerDocument.activeElement === grid),
      );
    },
  },
  {
    name: 'sorts by keys alone, up, down and as the rows came',
    async run(session) {
      const table = open(session);
      const before = await table.column('Title');
      await table.press('Control+Home', 'ArrowUp', 'ArrowRight');
      await until('the header of titles', async () => (await table.active()).startsWith('Title'));
      await table.press('Enter');
      await until(
        'a sorted column',
        async () => (await table.header('Title').getAttribute('aria-sort')) === 'ascending',
      );
      await says(table, /Sorted by Title, ascending/);
      const sorted = await table.column('Title');
      assert.deepEqual(
        sorted,
        sorted.toSorted((a, b) => a.localeCompare(b, undefined, { numeric: true, sensitivity: 'base' })),
      );
      await table.press('Enter');
      await until(
        'the other way',
        async () => (await table.header('Title').getAttribute('aria-sort')) === 'descending',
      );
      await table.press('Enter');
      await until('the first order', async () => (await table.column('Title')).join() === before.join());
    },
  },
  {
    name: 'filters as it is typed, by column, and with words that must not be there',
    async run(session) {
      const table = open(session);
      await table.press('/');
      await session.page.keyboard.type('severity:high -type:image');
      // Each key that was typed is a filter of its own.
      await until('what the whole filter leaves', async () => {
        const [severities, types] = [await table.column('Severity'), await table.column('Type')];
        return (
          severities.length > 0 &&
          severities.every((text) => text === 'high') &&
          types.every((text) => !text.includes('image'))
        );
      });
      await says(table, /^\d+ of \d+ rows/);
    },
  },
  {
    name: 'takes a column away and brings it back',
    async run(session) {
      const table = open(session);
      await table.openColumns();
      await table.checkbox('Templates').press('Space');
      await until('one column less', async () => !(await table.headers()).includes('Templates'));
      await table.press('Escape');
      await table.openColumns();
      await table.checkbox('Description').press('Space');
      await until('one column more', async () => (await table.headers()).includes('Description'));
      await table.press('Escape');
    },
  },
  {
    name: 'exports what is shown as CSV',
    async run(session) {
      const table = open(session);
      const rows = Number(/^\d+/.exec(await table.status.innerText())?.[0]);
      const file = join(session.workspace, 'Compliance-checks-sandbox.csv');
      await table.button('Export CSV').press('Enter');
      const { box } = session.workbench.quickInput;
      // The dialog proposes a name and looks the folder up before it takes an answer.
      await until('a proposed name', async () =>
        (await box.locator('input').first().inputValue()).endsWith('.csv'),
      );
      await untilSeen('the dialog to close', () => session.page.keyboard.press('Enter'), {
        waitFor: (options) => box.waitFor({ ...options, state: 'hidden' }),
      });
      // It is there before its text is.
      const text = await until('the file', async () => {
        const written = await readFile(file, 'utf8').catch(() => '');
        return written.endsWith('\r\n') && written;
      });
      const lines = text.trimEnd().split('\r\n');
      assert.equal(lines[0], 'Id,Title,Severity,Type,Description');
      assert.equal(lines.length, rows + 1);
      assert.ok(lines.slice(1).every((line) => line.includes(',high,')));
    },
  },
  {
    name: 'opens what is shown as a document',
    async run(session) {
      const table = open(session);
      const [first = ''] = await table.column('Title');
      await table.button('Open as Document').press('Enter');
      await session.workbench.editors.tab(/Compliance-checks.*json/).waitFor();
      await session.workbench.editors.shows(first);
      await session.workbench.editors.tab(title).click();
      await open(session).grid.waitFor();
      await says(open(session), /^\d+ of \d+ rows/);
      assert.equal(await open(session).filter.inputValue(), 'severity:high -type:image', 'choices are kept');
    },
  },
  {
    name: 'says that nothing was read when reading failed, not that there is nothing',
    async run(session) {
      session.sandbox.faults.next({ path: '/tags' }, { kind: 'status', status: 403, when: 'before' });
      await session.workbench.policies.select('Tags');
      const table = new TablePage(session.page, 'Tags: sandbox');
      await table.grid.waitFor();
      await says(table, /^No rows were read\. · .*permit/);
    },
  },
  {
    name: 'draws few of ten thousand rows and reaches the last one by a key',
    async run(session) {
      const rows = Array.from({ length: many }, (_, index) => ({
        _id: index + 1,
        name: `rule ${index + 1}`,
        type: 'processes',
      }));
      session.sandbox.faults.next({ path: '/custom-rules' }, { kind: 'bytes', body: JSON.stringify(rows) });
      await session.workbench.policies.select('Custom rules');
      const table = new TablePage(session.page, 'Custom rules: sandbox');
      await table.grid.waitFor();
      await says(table, /^10000 rows/);
      await table.press('Control+End');
      await until('the last row', async () => (await table.column('Name')).at(-1) === `rule ${many}`);
      await table.press('Home', 'ArrowRight');
      await until('its name', async () => (await table.active()) === `rule ${many}`);
      assert.ok((await table.grid.locator('.body .row').count()) < 120);
      await table.press('/');
      await session.page.keyboard.type('"rule 4321"');
      await says(table, /^1 of 10000 rows/);
    },
  },
  {
    name: 'comes back with its rows when the window is reloaded',
    async run(session) {
      await session.workbench.editors.tab(title).click();
      await open(session).grid.waitFor();
      await session.workbench.reload();
      const table = open(session);
      await table.grid.waitFor();
      await says(table, /^\d+ of \d+ rows/);
      assert.equal(await table.filter.inputValue(), 'severity:high -type:image', 'choices are kept');
    },
  },
];

suite('the table page', testSteps(steps));
