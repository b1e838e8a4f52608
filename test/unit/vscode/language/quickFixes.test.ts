import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CancellationToken, CodeAction, CodeActionContext, TextDocument } from 'vscode';
import { readTestFile } from '../../../../src/core/assist/testFile/readTestFile.ts';
import { policyKind } from '../../../../src/core/policy/families.ts';
import type { PolicyTestServices } from '../../../../src/vscode/policyTests/policyTestServices.ts';
import type { PolicyTesting } from '../../../../src/vscode/policyTests/policyTesting.ts';
import type { RanTest } from '../../../../src/vscode/policyTests/ranTest.ts';
import { useEditor } from '../../../mocks/vscode.ts';

class Place {
  readonly line: number;
  readonly character: number;

  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }

  isEqual({ line, character }: Place): boolean {
    return this.line === line && this.character === character;
  }
}

class Span {
  readonly start: Place;

  constructor(start: Place | number, ...more: number[]) {
    this.start = typeof start === 'number' ? new Place(start, more[0] ?? 0) : start;
  }
}

useEditor({
  CodeActionKind: { QuickFix: 'quickfix' },
  CodeAction: Object,
  WorkspaceEdit: class {
    set(): void {}
  },
  TextEdit: { replace: () => ({}) },
  Range: Span,
  Position: Place,
});
const { TestFixes } = await import('../../../../src/vscode/policyTests/testFixes.ts');
const { rangeIn } = await import('../../../../src/vscode/policyTests/testPlaces.ts');
const { LineIndex } = await import('../../../../src/core/document/lineIndex.ts');

const spelled = {
  yaml: `policy: vulnerability/images
tests:
  - name: t
    every: { images: ['*'] }
    expect: { rule: paymnets }
`,
  json: '{"policy":"vulnerability/images","tests":[{"name":"t","every":{"images":["*"]},"expect":{"rule":"paymnets"}}]}',
};

for (const spelling of ['yaml', 'json'] as const) {
  const text = spelled[spelling];
  const uri = { path: `/x.policy-test.${spelling}`, toString: () => 'file' };
  const file = readTestFile(text, spelling);
  const kind = policyKind('vulnerability/images');
  assert.ok(kind);
  const result = {
    outcome: 'failed',
    holds: false,
    expected: 'a',
    actual: 'b',
    missing: [{ of: 'rule', name: 'paymnets', meant: 'payments' }],
  };
  const ran = {
    found: { uri, text, file, console: {} },
    kind,
    index: 0,
    name: 't',
    ran: { kind: 'result', result },
  };

  const offered = (isEdited: boolean): Promise<CodeAction[]> => {
    const document = { uri, version: 1, getText: () => text, positionAt: () => new Place(0, 0) };
    const testing = {
      lastIn: () => {
        if (isEdited) {
          queueMicrotask(() => document.version++);
        }
        return [ran as unknown as RanTest];
      },
    } as unknown as PolicyTesting;
    const at = text.indexOf('paymnets') - (spelling === 'json' ? 1 : 0);
    const range = rangeIn(new LineIndex(text), { start: at, end: at + 1 });
    const diagnostics = [{ source: 'ordinance', code: 'failed-test', range }];
    return new TestFixes({} as PolicyTestServices, testing).provideCodeActions(
      document as unknown as TextDocument,
      range,
      { diagnostics } as unknown as CodeActionContext,
      { isCancellationRequested: false } as CancellationToken,
    );
  };

  test(`what mends a test is offered, and none of it for a file that was edited meanwhile (${spelling})`, async () => {
    assert.equal((await offered(false)).length, 1);
    assert.deepEqual(await offered(true), []);
  });
}
