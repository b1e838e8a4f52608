import type { PushPlan } from '../../../../src/core/sync/outcomes.ts';
import { testDestination } from '../../sync/testDestination.ts';

/** A push that added one rule, for a plan that undoes it. */
export const pastPush = { at: new Date('2030-01-02T02:00:00Z') };

/** A plan that adds one rule. */
export function madePlan(policy: PushPlan['ref']['policy'] = 'vulnerability/host'): PushPlan {
  return {
    ref: { console: 'prod', policy },
    destination: testDestination,
    steps: [{ kind: 'add', array: 'rules', rule: 'new', to: 0 }],
    counts: { added: 1, removed: 0, changed: 0, moved: 0, renamed: 0 },
    body: '{}',
    bodyHash: 'b',
    liveHash: 'l',
    liveText: '{}',
    live: new Map(),
    next: new Map(),
    nextHash: 'n',
    madeAt: new Date('2030-01-02T03:00:00Z'),
    emptiesPolicy: false,
  };
}
