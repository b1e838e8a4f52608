import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WebviewPanel } from 'vscode';
import { DocumentOrder, type OrderOfList } from '../../../../src/core/assist/order/documentOrder.ts';
import type { ToPage } from '../../../../src/vscode/order/picture/pictureMessages.ts';
import type { PictureServices } from '../../../../src/vscode/order/picture/openPicture.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { policyKind } from '../../../../src/core/policy/families.ts';
import { pause, runToEnd } from '../../../../src/core/util/inSlices.ts';
import type { Spelling } from '../../../../src/core/policy/policyFile.ts';
import type { ChosenPolicy } from '../../../../src/vscode/workspace/consoleHandle.ts';
import { useEditor } from '../../../mocks/vscode.ts';

const kind = policyKind('vulnerability/images');
const never = (): { dispose(): void } => ({ dispose: () => undefined });

/** The messages to the page of a policy file, which is ready at once. `send` sends a message of the page. */
async function opened(
  spelling: Spelling,
  text: string,
  lists: readonly OrderOfList[] | undefined,
  isVisible: boolean,
) {
  const uri = { path: `/images.policy.${spelling}`, toString: () => `/images.policy.${spelling}` };
  useEditor({
    Uri: { joinPath: () => ({ toString: () => '/dist' }) },
    env: { language: 'en' },
    version: { split: () => ['1', '105'] },
    workspace: { textDocuments: [{ uri, isClosed: false }] },
  });
  const { OpenPicture } = await import('../../../../src/vscode/order/picture/openPicture.ts');
  const sent: ToPage[] = [];
  let listening: (message: unknown) => void = () => undefined;
  const panel = {
    title: '',
    visible: isVisible,
    reveal: () => undefined,
    onDidDispose: never,
    dispose: () => undefined,
    webview: {
      asWebviewUri: (one: unknown) => one,
      onDidReceiveMessage: (listen: (message: unknown) => void) => {
        listening = listen;
        listen({ kind: 'ready' });
        return never();
      },
      postMessage: (message: ToPage) => sent.push(message),
    },
  };
  const services = {
    consoles: { findFile: async () => uri },
    models: {
      onDidChange: never,
      orders: { current: () => lists, look: async () => undefined },
    },
    documents: { onDidChange: never, current: () => readPolicyText(text, spelling, kind) },
    lookups: { sourceOf: async () => ({ kind: 'nothing' }) },
    report: (_: string, error: unknown) => assert.fail(String(error)),
  } as unknown as PictureServices;
  const policy = { console: { id: 'c', entry: { name: 'c' } }, kind } as unknown as ChosenPolicy;
  const page = new OpenPicture(
    services,
    ['map', 'c', 'vulnerability/images'],
    panel as unknown as WebviewPanel,
  );
  await page.show({ policy });
  return { sent, panel, send: (message: unknown) => listening(message) };
}

for (const [spelling, text] of [
  ['json', '{"rules": ['],
  ['yaml', 'rules: [\n  - name: a\n'],
] as const) {
  test(`a map that is opened of a broken file says so, though nothing happens in the file: ${spelling}`, async () => {
    const { sent } = await opened(spelling, text, undefined, true);
    assert.deepEqual(
      sent.map((message) => message.kind),
      ['problem'],
    );
  });
}

test('the columns of a hidden map are not analyzed before the map is shown', async () => {
  const text = JSON.stringify({
    policyType: 'containerVulnerability',
    rules: [{ name: 'a', collections: [{ name: 'All' }] }],
  });
  const lists = runToEnd(new DocumentOrder(kind, new Map()).update(readPolicyText(text, 'json', kind)));
  const { sent, panel, send } = await opened('json', text, lists, false);
  const kinds = async (): Promise<readonly string[]> => {
    for (let turn = 0; turn < 10; turn++) {
      await pause();
    }
    return sent.splice(0).map((message) => message.kind);
  };
  assert.deepEqual(await kinds(), ['picture']);
  panel.visible = true;
  send({ kind: 'ready' });
  assert.deepEqual(await kinds(), ['picture', 'cells']);
});
