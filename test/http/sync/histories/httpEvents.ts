import * as fc from 'fast-check';
import type { Fault, FaultMatch } from '../../../sandbox/faults.ts';
import type { Verdict } from '../../../../src/core/sync/outcomes.ts';

export type Edit = 'add' | 'remove' | 'change' | 'move';

/** What happens in a history over HTTP. Two people with a folder each, `who`, and one console. */
export type HttpEvent =
  | { readonly do: 'edit'; readonly who: number; readonly how: Edit; readonly a: number; readonly b: number }
  | { readonly do: 'pull' | 'refresh' | 'restart' | 'restore' | 'arrive'; readonly who: number }
  | { readonly do: 'merge'; readonly who: number; readonly side: 'mine' | 'live' }
  | { readonly do: 'push'; readonly who: number; readonly fault: FaultName; readonly overtaken: boolean };

interface Struck {
  /** `read-back`: the first reading after the PUT, however often live is read before it. */
  readonly match: FaultMatch | 'read-back';
  readonly fault: Fault;
  /** What it comes to unless live holds what was sent, or whatever it holds. */
  readonly unless?: Verdict;
  readonly or?: Verdict;
  readonly verdict?: Verdict;
}

export const put: FaultMatch = { method: 'PUT' };

export const faults = {
  none: undefined,
  'failed before': { match: put, fault: { kind: 'status', status: 500, when: 'before' }, unless: 'unknown' },
  late: { match: put, fault: { kind: 'late', answer: 502 }, unless: 'unknown' },
  'a little late': { match: put, fault: { kind: 'late', answer: 'reset', atRead: 4 } },
  refused: { match: put, fault: { kind: 'status', status: 422, when: 'before' } },
  'failed after': { match: put, fault: { kind: 'status', status: 504, when: 'after' } },
  'cut before': {
    match: put,
    fault: { kind: 'reset', when: 'before', uploadBytes: 10 },
    unless: 'unknown',
  },
  'cut after': { match: put, fault: { kind: 'reset', when: 'after' } },
  'a page': { match: put, fault: { kind: 'html', when: 'after' } },
  'late after success': { match: put, fault: { kind: 'late', answer: 200 }, unless: 'unknown' },
  'refused and applied': { match: put, fault: { kind: 'late', answer: 423 } },
  'lagging behind': { match: put, fault: { kind: 'stale', reads: 4 } },
  forgotten: { match: put, fault: { kind: 'not-applied' }, unless: 'unknown' },
  // Where the part is one that the push was to leave alone, nothing shows that it came from it.
  'in part': {
    match: put,
    fault: { kind: 'partly-applied', rules: 1 },
    unless: 'unknown',
    or: 'foreign-change',
  },
  expired: { match: put, fault: { kind: 'expire-tokens' } },
  'read back in part': { match: 'read-back', fault: { kind: 'truncated' }, verdict: 'unknown' },
  'not read back': {
    match: 'read-back',
    fault: { kind: 'status', status: 403, when: 'before' },
    verdict: 'unknown',
  },
} as const satisfies Readonly<Record<string, Struck | undefined>>;

export type FaultName = keyof typeof faults;

const who = fc.nat({ max: 1 });
const number = fc.nat({ max: 9 });

export const httpEvents: fc.Arbitrary<HttpEvent[]> = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant('edit' as const),
        who,
        how: fc.constantFrom<Edit>('add', 'remove', 'change', 'change', 'move'),
        a: number,
        b: number,
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constantFrom(
          'pull' as const,
          'pull' as const,
          'refresh' as const,
          'restart' as const,
          'restore' as const,
          'arrive' as const,
        ),
        who,
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('merge' as const),
        who,
        side: fc.constantFrom('mine' as const, 'live' as const),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('push' as const),
        who,
        fault: fc.constantFrom<FaultName>('none', 'none', 'none', ...(Object.keys(faults) as FaultName[])),
        overtaken: fc.boolean(),
      }),
    },
  ),
  { minLength: 3, maxLength: 10 },
);
