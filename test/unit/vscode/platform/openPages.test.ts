import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WebviewPanel } from 'vscode';
import { useEditor } from '../../../mocks/vscode.ts';

class Panel {
  isDisposed = false;
  title = '';
  readonly #closed: (() => void)[] = [];
  readonly onDidDispose = (closed: () => void): void => void this.#closed.push(closed);
  reveal(): void {}
  dispose(): void {
    this.isDisposed = true;
    this.#closed.forEach((closed) => closed());
  }
}

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

class Page {
  readonly said: string[] = [];
  readonly panel: WebviewPanel;
  open: (() => Promise<void>) | undefined;

  constructor(panel: WebviewPanel) {
    this.panel = panel;
  }

  show(content: string): void {
    this.said.push(content);
  }

  explain(reason: string, open: () => Promise<void>): void {
    this.said.push(reason);
    this.open = open;
  }
}

function pagesOf() {
  const pages = new OpenPages<string, Page>('kind', (panel) => new Page(panel));
  pages.register('application', async ([id, app]) => `${app} of ${id}`);
  pages.register('overview', async (_, isAsked) => {
    if (!isAsked) {
      throw new Error('slow');
    }
    return 'all';
  });
  return pages;
}

test('a page that is open again is no second tab when the editor brings the page of before a reload', async () => {
  const pages = pagesOf();
  const name = ['application', 's', 'a'];
  await pages.open(name);
  const first = pages.get(name);
  assert.deepEqual(first?.said, ['a of s']);
  const twin = new Panel();
  await bring?.(twin, { again: name });
  assert.deepEqual([twin.isDisposed, pages.get(name), first?.said.length], [true, first, 1]);
  const other = new Panel();
  await bring?.(other, { again: ['application', 's', 'b'] });
  const back = pages.get(['application', 's', 'b']);
  assert.deepEqual([other.isDisposed, back?.panel, back?.said], [false, other, ['b of s']]);
  assert.equal(pages.all.length, 2);
});

test('a page that cannot be made without being asked for says why, and is made when it is asked for', async () => {
  const pages = pagesOf();
  await bring?.(new Panel(), { again: ['overview', 's'] });
  const page = pages.get(['overview', 's']);
  assert.deepEqual(page?.said, ['slow']);
  await page?.open?.();
  assert.deepEqual(page?.said, ['slow', 'all']);
  for (const state of [undefined, null, {}, { again: 'overview' }]) {
    const panel = new Panel();
    await bring?.(panel, state);
    assert.ok(panel.isDisposed, 'a state of another version');
  }
  await bring?.(new Panel(), { again: ['other', 's'] });
  assert.match(pages.get(['other', 's'])?.said.join() ?? '', /reload clears/);
});
