import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CancellationToken, CodeAction, CodeActionContext, Range, TextDocument } from 'vscode';
import { setFix } from '../../../../src/core/assist/findings/finding.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { useEditor } from '../../../mocks/vscode.ts';

useEditor({
  CodeActionKind: { QuickFix: 'quickfix' },
  CodeAction: Object,
  WorkspaceEdit: class {
    set(): void {}
  },
  TextEdit: { replace: () => ({}) },
  Range: Object,
  languages: { getDiagnostics: () => [] },
});
const { quickFixes } = await import('../../../../src/vscode/language/quickFixes.ts');

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
  const token = {
    isCancellationRequested: false,
    onCancellationRequested: () => ({ dispose: () => undefined }),
  } as unknown as CancellationToken;

  const offered = async ({ isOld = false, isEdited = false } = {}): Promise<readonly CodeAction[]> => {
    const document = { version: 1, getText: () => text, positionAt: () => ({}) };
    const shown = {
      finding: { code: 'failed-test', message: 'm', range: { start: 0, end: 0 }, severity: 'error' },
      isOf: () => !isOld,
      fixes: async () => {
        document.version += Number(isEdited);
        return [setFix('Change to `payments`', ['tests', 0, 'expect', 'rule'], 'payments')];
      },
    };
    const provider = quickFixes(() => readPolicyText(text, spelling));
    const context = { diagnostics: [shown, { message: 'of another extension' }] };
    const actions = await provider.provideCodeActions(
      document as unknown as TextDocument,
      {} as Range,
      context as unknown as CodeActionContext,
      token,
    );
    return (actions ?? []) as readonly CodeAction[];
  };

  test(`fixes of a finding are offered, and none of them for a file that was edited since or meanwhile (${spelling})`, async () => {
    assert.equal((await offered()).length, 1);
    assert.deepEqual(await offered({ isOld: true }), []);
    assert.deepEqual(await offered({ isEdited: true }), []);
  });
}
