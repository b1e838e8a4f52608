import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Uri, WebviewPanel } from 'vscode';
import { fillText } from '../../../../src/core/util/l10n.ts';
import { useEditor } from '../../../mocks/vscode.ts';

const entities: Readonly<Record<string, string>> = {
  quot: '"',
  amp: '&',
  lt: '<',
  gt: '>',
  '#39': "'",
};

test('a page gets the translations of the window as they are, and fills them as the window does', async () => {
  const bundle = { '{0} rows': `"{0}" 'Zeilen' <b>&amp; \\ {1}`, Copy: 'Kopieren' };
  useEditor({
    Uri: { joinPath: () => ({}) },
    env: { language: 'de' },
    version: { split: () => ['1', '105'] },
    l10n: { t: String, bundle },
  });
  const { fillPanel } = await import('../../../../src/vscode/table/pageChannel.ts');
  const webview = { asWebviewUri: () => 'vscode-resource:page', cspSource: 'vscode-resource:', html: '' };
  fillPanel({ webview } as unknown as WebviewPanel, {} as Uri, {
    page: 'tablePage',
    icon: 'table',
    name: [],
  });
  const [, texts = ''] = /data-texts="([^"]*)"/.exec(webview.html) ?? [];
  const read: unknown = JSON.parse(texts.replaceAll(/&([^;]+);/g, (_, name: string) => entities[name] ?? ''));
  assert.deepEqual(read, bundle);
  assert.equal(fillText(bundle['{0} rows'], 3), `"3" 'Zeilen' <b>&amp; \\ {1}`);
});
