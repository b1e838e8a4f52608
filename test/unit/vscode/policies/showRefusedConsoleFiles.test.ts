import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Emitter } from '../../../../src/core/util/disposable.ts';
import type { ConsoleFileFault } from '../../../../src/vscode/workspace/consoleHandle.ts';
import { useEditor } from '../../../mocks/vscode.ts';

const problems = new Map<unknown, readonly { readonly message: string }[]>();
useEditor({
  languages: {
    createDiagnosticCollection: () => ({
      clear: () => problems.clear(),
      set: (file: unknown, found: readonly { readonly message: string }[]) => problems.set(file, found),
      dispose: () => problems.clear(),
    }),
  },
  Range: Object,
  Diagnostic: class {
    readonly message: string;
    constructor(_range: unknown, message: string) {
      this.message = message;
    }
  },
  DiagnosticRelatedInformation: Object,
  DiagnosticSeverity: { Error: 0 },
  window: {},
});
const { showRefusedConsoleFiles } =
  await import('../../../../src/vscode/policies/showRefusedConsoleFiles.ts');

const none: readonly ConsoleFileFault[] = [];

test('a console file that is not read is a problem and said in the view, until it is read again', () => {
  const changed = new Emitter<void>();
  const file = {} as ConsoleFileFault['file'];
  const consoles = { faults: none, onDidChange: changed.event };
  let said: string | undefined;
  const shown = showRefusedConsoleFiles(consoles, { setMessage: (message) => (said = message) });
  changed.fire();
  assert.equal(said, undefined);
  consoles.faults = [{ file, reason: 'It is too large.', line: 0, isUnread: true }];
  changed.fire();
  assert.equal(said, 'It is too large.');
  assert.deepEqual(
    problems.get(file)?.map(({ message }) => message),
    ['It is too large.'],
  );
  consoles.faults = [];
  changed.fire();
  assert.equal(said, undefined);
  assert.equal(problems.size, 0);
  shown.dispose();
});

test('what is wrong in a console file that leaves a console out is said in the view, without a problem of its own', () => {
  const changed = new Emitter<void>();
  const consoles = { faults: none, onDidChange: changed.event };
  let said: string | undefined;
  const shown = showRefusedConsoleFiles(consoles, { setMessage: (message) => (said = message) });
  consoles.faults = [
    { file: {} as ConsoleFileFault['file'], reason: 'ordinance.yaml: consoles.prod.url: no value.', line: 2 },
  ];
  changed.fire();
  assert.equal(said, 'ordinance.yaml: consoles.prod.url: no value.');
  consoles.faults = none;
  changed.fire();
  assert.equal(said, undefined);
  assert.equal(problems.size, 0);
  shown.dispose();
});
