import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WebviewPanel } from 'vscode';
import type { ToPage } from '../../../../src/vscode/order/picture/pictureMessages.ts';
import type { PictureServices } from '../../../../src/vscode/order/picture/openPicture.ts';
import { PolicyDocument } from '../../../../src/core/document/policyDocument.ts';
import { policyKind } from '../../../../src/core/policy/families.ts';
import type { ChosenPolicy } from '../../../../src/vscode/targets/targets.ts';
import { useEditor } from '../../../mocks/vscode.ts';

const never = (): { dispose(): void } => ({ dispose: () => undefined });

for (const [spelling, text] of [
  ['json', '{"rules": ['],
  ['yaml', 'rules: [\n  - name: a\n'],
] as const) {
  test(`a map that is opened of a broken file says so, though nothing happens in the file: ${spelling}`, async () => {
    const kind = policyKind('vulnerability/images');
    const uri = { path: `/images.policy.${spelling}`, toString: () => `/images.policy.${spelling}` };
    useEditor({
      Uri: { joinPath: () => ({ toString: () => '/dist' }) },
      env: { language: 'en' },
      version: { split: () => ['1', '105'] },
      workspace: { textDocuments: [{ uri, isClosed: false }] },
    });
    const { OpenPicture } = await import('../../../../src/vscode/order/picture/openPicture.ts');
    const sent: ToPage[] = [];
    const panel = {
      title: '',
      reveal: () => undefined,
      onDidDispose: never,
      dispose: () => undefined,
      webview: {
        asWebviewUri: (one: unknown) => one,
        onDidReceiveMessage: (listen: (message: unknown) => void) => {
          listen({ kind: 'ready' });
          return never();
        },
        postMessage: (message: ToPage) => sent.push(message),
      },
    } as unknown as WebviewPanel;
    const services = {
      consoles: { findFile: async () => uri },
      models: { onDidChange: never, orders: { current: () => undefined, look: async () => undefined } },
      documents: { onDidChange: never, current: () => PolicyDocument.read(text, spelling, kind) },
      report: (_: string, error: unknown) => assert.fail(String(error)),
    } as unknown as PictureServices;
    const policy = { console: { id: 'c', entry: { name: 'c' } }, kind } as unknown as ChosenPolicy;
    await new OpenPicture(services, ['map', 'c', 'vulnerability/images'], panel).show({ policy });
    assert.deepEqual(
      sent.map((message) => message.kind),
      ['problem'],
    );
  });
}
