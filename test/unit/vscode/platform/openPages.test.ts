import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useEditor } from '../../../mocks/vscode.ts';

class Panel {
  isDisposed = false;
  title = '';
  readonly #closed: (() => void)[] = [];
  readonly onDidDispose = (closed: () => void): void => void this.#closed.push(closed);
  dispose(): void {
    this.isDisposed = true;
    this.#closed.forEach((closed) => closed());
  }
}

test('a page that is open again is no second tab when the editor brings the page of before a reload', async () => {
  let bring: ((panel: Panel, state: unknown) => Promise<void>) | undefined;
  useEditor({
    ViewColumn: {},
    window: {
      createWebviewPanel: () => new Panel(),
      registerWebviewPanelSerializer: (_: string, serializer: { deserializeWebviewPanel: typeof bring }) => {
        bring = serializer.deserializeWebviewPanel;
        return { dispose: () => undefined };
      },
    },
  });
  const { OpenPages } = await import('../../../../src/vscode/platform/openPages.ts');
  const pages = new OpenPages('kind', (panel) => ({ panel, dispose: () => panel.dispose() }));
  const reopened: (readonly string[])[] = [];
  pages.reopens(async (_, name) => void reopened.push(name));
  const name = ['application', 's', 'a'];
  const first = pages.opened(name, 'A');
  const twin = new Panel();
  await bring?.(twin, { again: name });
  assert.deepEqual([twin.isDisposed, reopened, pages.get(name)], [true, [], first]);
  const other = new Panel();
  await bring?.(other, { again: ['overview', 's'] });
  assert.deepEqual([other.isDisposed, reopened], [false, [['overview', 's']]]);
  assert.equal(pages.opened(['overview', 's'], 'S').panel, other);
  assert.equal([...pages.all].length, 2);
});
