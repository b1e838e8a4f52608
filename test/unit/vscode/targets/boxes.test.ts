import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useEditor } from '../../../mocks/vscode.ts';

const happened: string[] = [];
useEditor({
  window: {
    showQuickPick: async ([first]: readonly unknown[]) => {
      happened.push('asked');
      return first;
    },
  },
});
const { choosePolicy } = await import('../../../../src/vscode/targets/targets.ts');

const rows = { isVisible: true, wasUsedLast: false, selection: [] };

test('a policy of a family is asked for', async () => {
  happened.length = 0;
  const console = { id: 'home', entry: { name: 'home' } };
  const consoles = { consoles: [console], get: () => console };
  const { kind } = await choosePolicy({ consoles, rows } as never, {
    from: 'rows',
    targets: [{ kind: 'family', consoleId: 'home', family: 'vulnerability' }],
  });
  assert.equal(kind.family, 'vulnerability');
  assert.deepEqual(happened, ['asked']);
});
