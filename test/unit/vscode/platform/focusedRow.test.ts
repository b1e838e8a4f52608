import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useEditor } from '../../../mocks/vscode.ts';

interface Row {
  readonly id: string;
}

const [a, b, c]: readonly [Row, Row, Row] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
const registered = new Map<string, (row: unknown) => void>();
/** What the editor answers when it is asked for the focused row. */
let asked: (Row | undefined)[];

useEditor({
  commands: {
    registerCommand: (id: string, run: (row: unknown) => void) => {
      registered.set(id, run);
      return { dispose: () => undefined };
    },
    executeCommand: async (
      _: string,
      given: { readonly commands: readonly { readonly command: string }[] },
    ) => registered.get(given.commands[0]?.command ?? '')?.(asked.shift()),
  },
});

const { FocusedRow } = await import('../../../../src/vscode/platform/focusedRow.ts');

function view(selection: readonly Row[], isGone: (row: unknown) => boolean = () => false) {
  let told: ((event: { readonly selection: readonly Row[] }) => unknown) | undefined;
  const shown = {
    selection,
    reveal: async (row: Row) => shown.select([row]),
    onDidChangeSelection: (listener: typeof told) => {
      told = listener;
      return { dispose: () => undefined };
    },
    select: (rows: readonly Row[]) => {
      shown.selection = rows;
      told?.({ selection: rows });
    },
  };
  const rows = { whenListed: async () => undefined, has: (row: unknown) => !isGone(row) };
  const focusedRow = new FocusedRow<Row>('view', shown, rows);
  return { shown, focusedRow, rowsAt: (key: unknown) => focusedRow.rowsAt(key, ({ id }) => id) };
}

test('a key means the focused row, and the selection when the row is part of it', async () => {
  const { rowsAt } = view([a, b]);
  assert.deepEqual(await rowsAt({ in: 'tree', focused: b })(), ['a', 'b']);
  assert.deepEqual(await rowsAt({ in: 'tree', focused: c })(), ['c']);
});

test('a key means the rows that were selected when it was pressed', async () => {
  const { shown, rowsAt } = view([a]);
  const pressed = rowsAt({ in: 'tree', focused: a });
  shown.select([b]);
  assert.deepEqual(await pressed(), ['a']);
});

test('while rows are redrawn, the editor is asked again until it knows the row', async () => {
  const { rowsAt } = view([a]);
  asked = [undefined, a];
  assert.deepEqual(await rowsAt({ in: 'tree', focused: undefined })(), ['a']);
});

for (const [what, answer] of [
  ['moved away from what is selected', b],
  ['is at no row', undefined],
] as const) {
  test(`a key that comes while rows are redrawn does nothing where the focus ${what}`, async () => {
    const { rowsAt } = view([a]);
    asked = Array.from({ length: 5 }, () => answer);
    await assert.rejects(rowsAt({ in: 'tree' })(), { code: 'no-focused-row' });
  });
}

test('a key that comes while rows are redrawn does nothing when a person selects another row, and acts on a revealed one', async () => {
  const { shown, focusedRow, rowsAt } = view([a]);
  asked = [b, b];
  const pressed = rowsAt({ in: 'tree' });
  shown.select([b]);
  await assert.rejects(pressed(), { code: 'no-focused-row' });
  const next = rowsAt({ in: 'tree' });
  await focusedRow.reveal(b, { select: true });
  assert.deepEqual(await next(), ['b']);
});

test('a selection counts as one that a person made, unless a revealed or a deleted row is its cause', async () => {
  const gone = new Set<unknown>();
  const { shown, focusedRow } = view([], (row) => gone.has(row));
  shown.select([a]);
  assert.equal(focusedRow.selections, 1);
  await focusedRow.reveal(b, { select: true });
  shown.select([b]);
  assert.equal(focusedRow.selections, 1, 'the editor may name it twice');
  gone.add(b);
  shown.select([c]);
  assert.equal(focusedRow.selections, 1);
  shown.select([a]);
  assert.equal(focusedRow.selections, 2);
});
