import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RuleLensesDeps } from '../../../../src/vscode/language/ruleLenses.ts';
import { Emitter } from '../../../../src/core/util/emitter.ts';
import { useEditor } from '../../../mocks/vscode.ts';

useEditor({ CodeLens: Object, EventEmitter: Emitter });
const { RuleLenses } = await import('../../../../src/vscode/language/ruleLenses.ts');

test('lenses are asked for once more when the text rests: the editor may have given up asking', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const edited = new Emitter<unknown>();
  const never = { onDidChange: () => ({ dispose: () => undefined }) };
  const lenses = new RuleLenses({
    documents: { onDidChange: edited.event },
    consoles: never,
    settings: never,
    orders: never,
  } as unknown as RuleLensesDeps);
  let asked = 0;
  lenses.onDidChangeCodeLenses(() => asked++);
  edited.fire(undefined);
  t.mock.timers.tick(900);
  edited.fire(undefined);
  t.mock.timers.tick(900);
  assert.equal(asked, 0, 'keys do not rest');
  t.mock.timers.tick(200);
  assert.equal(asked, 1);
  edited.fire(undefined);
  lenses.dispose();
  t.mock.timers.tick(2000);
  assert.equal(asked, 1);
});
