import assert from 'node:assert/strict';
import { setImmediate as settled } from 'node:timers/promises';
import { test } from 'node:test';
import type { TextDocumentContentProvider, Uri } from 'vscode';
import type { PushPlan } from '../../../../src/core/sync/outcomes.ts';
import type { WhyOld } from '../../../../src/core/sync/whyOld.ts';
import { Emitter } from '../../../../src/core/util/emitter.ts';
import type { SheetLooksDeps } from '../../../../src/vscode/push/sheetLooks.ts';
import { useEditor } from '../../../mocks/vscode.ts';
import { madePlan } from './support.ts';

const nothing = { dispose: () => undefined };
const never = (): typeof nothing => nothing;
const uri = { toString: () => 'ordinance-plan:/a' } as Uri;
let provider: TextDocumentContentProvider | undefined;
const document = {
  uri,
  isClosed: false,
  getText: () => provider?.provideTextDocumentContent(uri, {} as never) as string,
};

class TabInputText {
  readonly uri: Uri;

  constructor(shown: Uri) {
    this.uri = shown;
  }
}
const window = {
  tabGroups: { all: [] as unknown[], onDidChangeTabs: never, close: async () => true },
  visibleTextEditors: [{ document }],
  onDidChangeVisibleTextEditors: never,
  showTextDocument: async () => ({ document }),
};

useEditor({
  Range: Array,
  TabInputText,
  TabInputTextDiff: class extends TabInputText {},
  EventEmitter: class extends Emitter<unknown> {},
  workspace: {
    textDocuments: [],
    registerTextDocumentContentProvider: (_: string, given: TextDocumentContentProvider) => {
      provider = given;
      return nothing;
    },
    onDidOpenTextDocument: never,
    onDidCloseTextDocument: never,
    openTextDocument: async () => document,
  },
  window,
});
const { PlanSheets } = await import('../../../../src/vscode/push/planSheets.ts');

test('a plan that could not be made again, for whatever reason, is looked at all the same when live changes', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const synced = new Emitter<{ consoleId: string }>();
  const filed = new Emitter<{ consoleId: string }>();
  const reported: unknown[] = [];
  let why: WhyOld | undefined;
  const sheets = new PlanSheets({
    consoles: { get: () => ({}), onDidChange: never },
    syncs: { of: () => ({ whyOld: async () => why, isBusy: () => false }), onDidChange: synced.event },
    files: { onDidChange: filed.event },
    report: (_: string, error: unknown) => reported.push(error),
  } as unknown as SheetLooksDeps);
  context.after(() => sheets.dispose());
  const pass = async (ms: number): Promise<void> => {
    context.mock.timers.tick(ms);
    for (let turn = 0; turn < 5; turn++) {
      await settled();
    }
  };
  const words = { headline: 'Push', refused: 'Not pushed', done: (plan: PushPlan) => plan.ref.policy };
  await sheets.show(uri, {
    consoleId: 'home',
    isSeveral: false,
    purpose: { kind: 'push' },
    heading: [],
    parts: [{ plan: madePlan(), words }],
    acts: {
      again: async () => undefined,
      push: async () => undefined,
      follow: async () => {
        throw new Error('a bug of ours');
      },
    },
  });
  why = 'file';
  filed.fire({ consoleId: 'home' });
  await pass(300);
  assert.match(sheets.get(uri.toString())?.text ?? '', /^OUT OF DATE: the file/);
  await pass(700);
  assert.equal(reported.length, 1);
  why = 'live';
  synced.fire({ consoleId: 'home' });
  await pass(300);
  assert.match(sheets.get(uri.toString())?.text ?? '', /^OUT OF DATE: .* was changed on prod/);
});

test('the time to look at a plan that came of a press begins when it can be pressed', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000 });
  const sheets = new PlanSheets({
    consoles: { get: () => ({}), onDidChange: never },
    syncs: { of: () => ({ whyOld: async () => undefined, isBusy: () => false }), onDidChange: never },
    files: { onDidChange: never },
    report: (_: string, error: unknown) => assert.fail(String(error)),
  } as unknown as SheetLooksDeps);
  context.after(() => sheets.dispose());
  const key = uri.toString();
  const words = { headline: 'Push', refused: 'Not pushed', done: (plan: PushPlan) => plan.ref.policy };
  const made = (bodyHash: string): Parameters<typeof sheets.show>[1] => ({
    consoleId: 'home',
    isSeveral: false,
    purpose: { kind: 'push' },
    heading: [],
    parts: [{ plan: { ...madePlan(), bodyHash }, words }],
    acts: { again: async () => undefined, push: async () => undefined },
  });
  await sheets.show(uri, made('b'));
  const shown = window.tabGroups.all;
  Object.assign(window.tabGroups, { all: [{ tabs: [{ input: new TabInputText(uri) }] }] });
  context.after(() => void Object.assign(window.tabGroups, { all: shown }));
  const from = sheets.get(key)?.token;
  await sheets.press(key, async () => {
    await sheets.show(uri, made('another'), from);
    assert.equal(sheets.get(key)?.replacedAt, 1_000_000);
    // The editor is busy with showing it.
    context.mock.timers.tick(5000);
  });
  assert.equal(sheets.get(key)?.replacedAt, 1_005_000);
  await sheets.press(key, async () => context.mock.timers.tick(5000));
  assert.equal(
    sheets.get(key)?.replacedAt,
    1_005_000,
    'a press that brings no other plan is no reason to look again',
  );
});
