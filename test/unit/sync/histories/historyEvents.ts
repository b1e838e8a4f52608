import * as fc from 'fast-check';
import { pausesMs } from '../../../../src/core/sync/sendAndReadBack.ts';

/** What happens in a history. Numbers choose a rule, a place or a value, modulo what there is. */
export type Event =
  | { readonly do: 'edit' | 'foreign'; readonly how: Edit; readonly a: number; readonly b: number }
  | { readonly do: 'pull' | 'refresh' | 'restart' }
  | { readonly do: 'merge'; readonly side: 'mine' | 'live' }
  /** `atRead`: the reading before which a late write is applied. */
  | {
      readonly do: 'push';
      readonly fault: Fault;
      readonly between: boolean;
      readonly atRead: number;
      /** The call to the disk at which the push waits so long that somebody else writes. */
      readonly waitAt: number;
    }
  | { readonly do: 'override' }
  /** What is on its way is applied; or so much time passes that nothing can be, and it was applied or lost before. */
  | { readonly do: 'arrive' }
  | { readonly do: 'wait'; readonly lost: boolean };

/** `twin`: a rule of a name that is there. `exception`, `item`: added to a rule, of a key or in a set. */
export type Edit = 'add' | 'twin' | 'remove' | 'change' | 'exception' | 'item' | 'drop item' | 'move';
export type Fault =
  | 'none'
  | 'lost'
  | 'late'
  | 'late after success'
  | 'stale'
  | 'unanswered'
  | 'refused'
  | 'refused, and late'
  | 'silent'
  | 'no-read-back';

const edit = fc.constantFrom<Edit>(
  'add',
  'twin',
  'remove',
  'change',
  'change',
  'exception',
  'item',
  'drop item',
  'move',
);
const number = fc.nat({ max: 9 });

export const events: fc.Arbitrary<Event[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant('edit' as const), how: edit, a: number, b: number }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant('foreign' as const), how: edit, a: number, b: number }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constantFrom('pull' as const, 'refresh' as const, 'restart' as const) }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('merge' as const),
        side: fc.constantFrom('mine' as const, 'live' as const),
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant('push' as const),
        fault: fc.constantFrom<Fault>(
          'none',
          'none',
          'lost',
          'late',
          'late',
          'late after success',
          'stale',
          'unanswered',
          'refused',
          'refused, and late',
          'silent',
          'no-read-back',
        ),
        between: fc.boolean(),
        atRead: fc.nat({ max: pausesMs.length + 3 }),
        waitAt: fc.nat({ max: 40 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('override' as const) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('arrive' as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), lost: fc.boolean() }) },
  ),
  { minLength: 2, maxLength: 10 },
);
