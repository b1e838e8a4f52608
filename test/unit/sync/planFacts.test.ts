import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planMarkdown } from '../../../src/cli/remote/planMarkdown.ts';
import { fromPlain } from '../../../src/core/json/json.ts';
import { canonicalHash } from '../../../src/core/policy/canonical.ts';
import { sentForm } from '../../../src/core/policy/sentForm.ts';
import type { PushPlan } from '../../../src/core/sync/outcomes.ts';
import { lastingPlan, planFacts, recordedFacts } from '../../../src/core/sync/planFacts.ts';
import { asObject } from '../policy/policyArbitraries.ts';
import { kindOf, planText } from './workspace.ts';

const kind = kindOf('compliance/host');
const live = asObject(fromPlain({ rules: [{ name: 'a', collections: [{ name: 'All' }] }] }));
const sent = sentForm(kind, live, asObject(fromPlain({ rules: [] })));

/** A plan with every fact that a plan can have. */
const plan: Required<PushPlan> = {
  ref: { console: 'production', policy: kind.name },
  ...sent,
  destination: {
    url: 'https://a.example',
    loginUrl: 'https://b.example',
    apiVersion: '1',
    auth: 'login',
    authHeader: 'x-service-auth',
  },
  bodyHash: 'b'.repeat(64),
  liveHash: 'a'.repeat(64),
  liveText: '{}',
  live,
  nextHash: canonicalHash(kind, sent.next),
  madeAt: new Date(0),
  restores: 'c'.repeat(64),
  restoring: 'undo',
  unpulled: [{ name: 'rules/u', rule: 'u', change: 'unknown' }],
  restoresForeign: true,
  overrides: { base: undefined, lost: [{ name: 'rules/o', rule: 'o', change: 'change' }] },
  earlier: [{ pushId: 'p1', sentAt: new Date(1), until: new Date(2) }],
  warnings: { count: 1, first: ['line 3: Odd.'] },
  sharedWarnings: 2,
  tests: { count: 2, failing: [{ name: 'mine', why: 'not blocked' }], mustHold: true },
  collectionsUnchecked: 'Forbidden.',
  collectionsNote: 'Collections: from collections.yaml.',
  decisionChanges: { decisions: [], decisionsChange: false, isComplete: true, actions: [] },
};

const places = ['destination', 'decisions', 'risk', 'note', 'warning', 'detail'] as const;

/** The letters and digits alone: Markdown escapes the rest, and a line of a document may begin in upper case. */
const bare = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '');

test('terminal, editor and Markdown show every fact of a plan', () => {
  const lines = planFacts(plan, ...places);
  assert.ok(lines.length > 15, 'the plan has every fact');
  const differences = { differences: [], notKnown: [] };
  const shown = {
    'editor and terminal': planText(plan),
    markdown: planMarkdown({
      console: 'production',
      plans: [[plan, differences]],
      refusals: [],
      gate: undefined,
    }),
  };
  for (const [name, text] of Object.entries(shown)) {
    const found = bare(text);
    assert.deepEqual(
      lines.filter((line) => !found.includes(bare(line))),
      [],
      `${name} leaves out a fact`,
    );
  }
});

test('the record of a push has what is known beside its own fields', () => {
  const recorded = recordedFacts(plan);
  for (const line of planFacts(plan, 'decisions', 'risk', 'note', 'warning')) {
    assert.ok(recorded.includes(line), line);
  }
});

test('a plan on file has no fact of one moment or one computer', () => {
  assert.deepEqual(planFacts(lastingPlan(plan), 'decisions', 'note', 'warning'), []);
  assert.deepEqual(planFacts(lastingPlan(plan), 'risk').length, 3);
});
