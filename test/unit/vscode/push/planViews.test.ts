import assert from 'node:assert/strict';
import { setImmediate as settled } from 'node:timers/promises';
import { test, type TestContext } from 'node:test';
import type { TextDocumentContentProvider, Uri } from 'vscode';
import type { PushPlan, RecoveredPush, Verdict } from '../../../../src/core/sync/outcomes.ts';
import { madePlans, type StaleReason } from '../../../../src/core/sync/plan.ts';
import type { SyncContext } from '../../../../src/core/sync/syncContext.ts';
import { Emitter } from '../../../../src/core/util/disposable.ts';
import { l10n } from '../../../../src/core/util/l10n.ts';
import type { PolicyAspect, PolicyChange } from '../../../../src/vscode/workspace/policyModels.ts';
import type { PlanView } from '../../../../src/vscode/push/planText.ts';
import type { PlanViewsDeps } from '../../../../src/vscode/push/planViews.ts';
import { useEditor } from '../../../mocks/vscode.ts';
import { madePlan } from './support.ts';

const nothing = { dispose: () => undefined };
const never = (): typeof nothing => nothing;
let provider: TextDocumentContentProvider | undefined;

class TabInputText {
  readonly uri: Uri;

  constructor(shown: Uri) {
    this.uri = shown;
  }
}
interface Tab {
  readonly input: TabInputText;
  readonly group: { readonly viewColumn: number };
}
const tabs: Tab[] = [];
const textOf = (uri: Uri): string => provider?.provideTextDocumentContent(uri, {} as never) as string;

useEditor({
  l10n,
  Range: Array,
  Uri: { from: (parts: object) => ({ ...parts, toString: () => JSON.stringify(parts) }) },
  TabInputText,
  TabInputTextDiff: class extends TabInputText {},
  EventEmitter: class extends Emitter<unknown> {},
  commands: { executeCommand: async () => undefined },
  workspace: {
    textDocuments: [],
    registerTextDocumentContentProvider: (_: string, given: TextDocumentContentProvider) => {
      provider = given;
      return nothing;
    },
    onDidOpenTextDocument: never,
    onDidCloseTextDocument: never,
    openTextDocument: async () => undefined,
  },
  window: {
    tabGroups: {
      all: [{ tabs }],
      onDidChangeTabs: never,
      close: async (closed: readonly Tab[]) => closed.forEach((tab) => tabs.splice(tabs.indexOf(tab), 1)),
    },
    visibleTextEditors: [],
    onDidChangeVisibleTextEditors: never,
    showTextDocument: async (uri: Uri, { viewColumn = 1 }: { viewColumn?: number }) => {
      tabs.push({ input: new TabInputText(uri), group: { viewColumn } });
      return { document: { uri, getText: () => textOf(uri) } };
    },
  },
});
const { PlanViews, undoables } = await import('../../../../src/vscode/push/planViews.ts');

function world(context: TestContext) {
  tabs.length = 0;
  const changed = new Emitter<Pick<PolicyChange, 'consoleId' | 'what'>>();
  const change = (what: PolicyAspect): void => changed.fire({ consoleId: 'home', what: new Set([what]) });
  const didSettle = new Emitter<readonly RecoveredPush[]>();
  const settle = (verdict: Verdict, pushId = 'mine'): void =>
    didSettle.fire([
      { ref: { console: 'home', policy: 'vulnerability/host' }, pushId, verdict, isOpen: false },
    ]);
  const reported: unknown[] = [];
  const state: { why?: StaleReason | Error | undefined } = {};
  /** The parts of the sync by which a plan is current, or out of date. */
  const bases = {
    hash: async () => {
      if (state.why instanceof Error) {
        throw state.why;
      }
      return state.why === 'base' ? 'other' : madePlan('vulnerability/host').liveHash;
    },
  } as unknown as SyncContext['bases'];
  const sync = {
    busy: { has: () => false },
    get bases() {
      return state.why === 'destination' ? {} : bases;
    },
    known: { answer: () => (state.why === 'live' ? { hash: 'other' } : undefined) },
    copies: { read: async () => (state.why === 'file' ? undefined : { text: 'planned' }) },
  };
  const views = new PlanViews({
    consoles: { get: () => ({}), onDidChange: never },
    syncs: { of: () => sync, onDidSettle: didSettle.event },
    models: { onDidChange: changed.event },
    report: (_: string, error: unknown) => reported.push(error),
  } as unknown as PlanViewsDeps);
  context.after(() => views.dispose());
  const rest = async (): Promise<void> => {
    for (let turn = 0; turn < 5; turn++) {
      await settled();
    }
  };
  const open = async (
    policies: readonly PushPlan['ref']['policy'][],
    isSeveral = policies.length > 1,
  ): Promise<PlanView> => {
    const subject = { consoleId: 'home', kinds: [], purpose: { kind: 'push' }, isSeveral } as const;
    const plans = policies.map(madePlan);
    plans.forEach((plan) => madePlans.set(plan, { bases, text: 'planned' }));
    await views.open('home', subject, plans, []);
    const view = views.get(tabs.at(-1)?.input.uri ?? '');
    assert.ok(view);
    return view;
  };
  return { views, open, rest, state, change, settle, reported };
}

const kindsOf = ({ parts }: PlanView): string[] => parts.map(({ state }) => state.kind);

test('a plan says that it is out of date, and never changes otherwise', async (context) => {
  const { open, rest, state, change } = world(context);
  const view = await open(['vulnerability/host']);
  const made = textOf(view.uri);
  await rest();
  assert.deepEqual(kindsOf(view), ['current']);
  state.why = 'file';
  change('text');
  await rest();
  assert.match(textOf(view.uri), /^Out of date: the file of vulnerability\/host/);
  assert.ok(textOf(view.uri).endsWith(made), 'its steps stay');
  state.why = undefined;
  change('sync');
  await rest();
  assert.deepEqual(kindsOf(view), ['old'], 'only a refresh makes a plan that can be pushed');
});

test('a look that fails is reported, and the next one is made all the same', async (context) => {
  const { open, rest, state, change, reported } = world(context);
  const view = await open(['vulnerability/host']);
  state.why = new Error('a bug of ours');
  change('sync');
  await rest();
  assert.equal(reported.length, 1);
  state.why = 'live';
  change('sync');
  await rest();
  assert.match(textOf(view.uri), /^Out of date: .* changed on prod/);
});

test('a plan that is pushed is left alone until that is over', async (context) => {
  const { views, open, rest, state, change } = world(context);
  const view = await open(['vulnerability/host']);
  views.set(view, () => ({ kind: 'pushing', since: new Date() }));
  state.why = 'live';
  change('sync');
  await rest();
  assert.deepEqual(kindsOf(view), ['pushing']);
  views.set(view, () => ({ kind: 'current' }));
  await rest();
  await rest();
  assert.deepEqual(kindsOf(view), ['old'], 'it is looked at again');
});

test('a new plan has a document of its own, and the one that it follows is closed where it was', async (context) => {
  const { views, open } = world(context);
  const first = await open(['vulnerability/host']);
  tabs[0] = { input: new TabInputText(first.uri), group: { viewColumn: 2 } };
  const second = await open(['vulnerability/host']);
  assert.notEqual(first.uri.toString(), second.uri.toString());
  assert.ok(!views.isOpen(first) && views.isOpen(second), 'no button of the first pushes the second');
  assert.deepEqual(
    tabs.map(({ group }) => group.viewColumn),
    [2],
  );
  const other = await open(['waas/host']);
  assert.ok(views.isOpen(second) && views.isOpen(other));
  const both = await open(['vulnerability/host', 'waas/host']);
  assert.ok(!views.isOpen(second) && !views.isOpen(other));
  const rest = await open(['compliance/host'], true);
  assert.ok(!views.isOpen(both), 'one document of several policies at a time');
  await open(['vulnerability/host']);
  assert.ok(views.isOpen(rest));
});

test('a plan that is being pushed is not closed by another one', async (context) => {
  const { views, open } = world(context);
  const pushed = await open(['vulnerability/host']);
  views.set(pushed, () => ({ kind: 'pushing', since: new Date() }));
  const next = await open(['vulnerability/host']);
  assert.ok(views.isOpen(pushed) && views.isOpen(next));
  views.set(pushed, () => ({ kind: 'result', at: new Date(), reason: 'r' }));
  assert.match(textOf(pushed.uri), /^RESULT/);
  assert.doesNotMatch(textOf(next.uri), /RESULT/);
});

test('a result that a later read settles or corrects is shown as that, until it is applied', async (context) => {
  const { views, open, settle } = world(context);
  const view = await open(['vulnerability/host']);
  const verdict = (): string | undefined => {
    const [state] = view.parts.map((part) => part.state);
    return state?.kind === 'result' ? state.outcome?.verdict : undefined;
  };
  const outcome = { verdict: 'unknown', pushId: 'mine', snapshot: 's' } as const;
  views.set(view, () => ({ kind: 'result', at: new Date(), outcome }));
  settle('applied', 'another');
  assert.equal(verdict(), 'unknown');
  for (const [found, shown] of [
    ['not-applied', 'not-applied'],
    ['applied', 'applied'],
    ['not-applied', 'applied'],
  ] as const) {
    settle(found);
    assert.equal(verdict(), shown);
  }
  assert.equal(undoables(view)[0]?.snapshot, 's', 'it can be undone');
});
