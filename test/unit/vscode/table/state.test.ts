import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFromPage } from '../../../../src/vscode/table/tableMessages.ts';
import { html } from '../../../../src/vscode/table/html.ts';
import { TableState } from '../../../../src/vscode/table/page/tableState.ts';
import { useEditor } from '../../../mocks/vscode.ts';

const columns = [
  { key: 'name', title: 'Name' },
  { key: 'found', title: 'Findings', kind: 'number' as const },
  { key: 'secret', title: 'Detail', hidden: true },
];

function state(): TableState {
  const made = new TableState(columns, undefined);
  made.rows.push(['web', 3, 'alpha'], ['api', 12, 'beta'], ['web-2', null, 'alpha']);
  made.update();
  return made;
}

test('a column is sorted up, down, and then as the rows came', () => {
  const table = state();
  const order = (): readonly number[] => {
    table.sortBy(1);
    table.update();
    return table.shown;
  };
  assert.deepEqual(order(), [0, 1, 2]);
  assert.deepEqual(order(), [1, 0, 2]);
  assert.deepEqual(order(), [0, 1, 2]);
  assert.equal(table.choices.sort, undefined);
});

test('a word is looked for in columns that are shown, a named column always', () => {
  const table = state();
  table.choices.filter = 'alpha';
  table.update();
  assert.deepEqual(table.shown, []);
  table.choices.filter = 'detail:alpha';
  table.update();
  assert.deepEqual(table.shown, [0, 2]);
  table.choices.hidden = [];
  table.choices.filter = 'alpha 2';
  table.update();
  assert.deepEqual(table.shown, [2]);
  assert.deepEqual(table.unknownColumns, []);
  table.choices.filter = 'detial:alpha';
  table.update();
  assert.deepEqual([table.shown, table.unknownColumns], [[], ['detial']], 'the page names it');
});

test('copying and exporting act on selected rows that are shown, else on all that are shown', () => {
  const table = state();
  assert.deepEqual(table.chosenRows, [0, 1, 2]);
  table.selected.add(1);
  assert.deepEqual(table.chosenRows, [1]);
  table.choices.filter = 'web';
  table.update();
  assert.deepEqual(table.chosenRows, [0, 2]);
});

test('ten thousand rows are filtered and sorted', () => {
  const table = new TableState(columns, undefined);
  for (let index = 0; index < 10_000; index++) {
    table.rows.push([`host-${index}`, index % 97, `group ${index % 7}`]);
  }
  table.choices.filter = 'host-9';
  table.sortBy(1);
  table.update();
  assert.equal(table.shown.length, 1111);
  assert.equal(table.textAt(table.shown[0] ?? -1, 1), '0');
});

test('what a page sends is checked', () => {
  assert.deepEqual(readFromPage({ kind: 'open', reading: 1, row: 3, more: 1 }), {
    kind: 'open',
    reading: 1,
    row: 3,
  });
  assert.deepEqual(readFromPage({ kind: 'csv', reading: 2, rows: [1], columns: [0] }), {
    kind: 'csv',
    reading: 2,
    rows: [1],
    columns: [0],
  });
  for (const wrong of [
    undefined,
    null,
    'ready',
    {},
    { kind: 'run', command: 'x' },
    { kind: 'open', reading: 1, row: -1 },
    { kind: 'open', reading: 1, row: '3' },
    { kind: 'open', row: 3 },
    { kind: 'act', reading: 1, action: 0 },
    { kind: 'copy', reading: 1, rows: [1.5], columns: [] },
    { kind: 'copy', reading: 1, rows: 'all', columns: [] },
  ]) {
    assert.equal(readFromPage(wrong), undefined, JSON.stringify(wrong));
  }
});

test('the page runs only its own script, and no text gets out of its place', async () => {
  useEditor({});
  const { pageFrame } = await import('../../../../src/vscode/table/pageChannel.ts');
  const page = pageFrame({
    nonce: 'abc',
    script: 'https://x/page.js?a&b',
    style: 'https://x/page.css',
    source: 'https://x',
    name: ['</main><script>alert(1)</script>'],
    texts: { Copy: '</main><script>alert(1)</script>' },
    body: html`<p>${'</main><script>alert(1)</script>'}</p>`,
    language: 'en"',
  });
  assert.match(page, /default-src &#39;none&#39;/);
  assert.doesNotMatch(page, /unsafe|<script>|onload|style=/);
  assert.match(page, /script-src &#39;nonce-abc&#39;/);
  assert.equal([...page.matchAll(/<script /g)].length, 1);
});
