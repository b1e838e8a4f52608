import type { Fault, FaultMatch } from '../../sandbox/faults.ts';
import type { SandboxState } from '../../../src/sandbox/sandboxState.ts';
import { arrayAt } from '../../../src/core/json/json.ts';
import type { Verdict } from '../../../src/core/sync/outcomes.ts';
import { asObject } from '../../unit/policy/policyArbitraries.ts';
import { images, rule } from '../../unit/sync/workspace.ts';

/**
 * A verdict; the code of the error with which it ended before anything was sent; or, where nothing was to be sent, what is
 * shown instead of data.
 */
export type StoryEnd = Verdict | { readonly refused: string } | { readonly shown: string };

/** One misfortune, and how a push that meets it must end. */
export interface FaultCase {
  readonly group: string;
  readonly what: string;
  /** The request that is struck while planning or pushing; live is read once for either, and again after the PUT. */
  readonly match: FaultMatch;
  readonly during: 'plan' | 'push';
  readonly fault: Fault;
  readonly ends: StoryEnd;
  /**
   * What a later look says: taken when nothing can be on its way any more, where the verdict was `unknown`; taken at once, where
   * something arrived that was not to.
   */
  readonly later?: Verdict;
}

const put: FaultMatch = { method: 'PUT' };
const firstRead: FaultMatch = { method: 'GET', path: '/policies/vulnerability/images' };
const readBack: FaultMatch = { ...firstRead, skip: 1 };

const colleague = (state: SandboxState, change: 'add' | 'reverse' | 'empty' | 'undo'): void => {
  const live = state.policies.get(images.name);
  const rules = arrayAt(live, 'rules').map(asObject);
  const next = {
    add: [...rules, rule('Theirs')],
    reverse: rules.toReversed(),
    empty: [],
    undo: rules.slice(1),
  }[change];
  state.policies.replace(images.name, new Map([...live, ['rules', next]]));
};

type Row = readonly [what: string, fault: Fault, ends: StoryEnd, later?: Verdict];

function cases(
  group: string,
  during: FaultCase['during'],
  match: FaultMatch,
  rows: readonly Row[],
): FaultCase[] {
  return rows.map(([what, fault, ends, later]) => ({
    group,
    what,
    match,
    during,
    fault,
    ends,
    ...(later && { later }),
  }));
}

const status = (code: number, when: 'before' | 'after', body?: string): Fault => ({
  kind: 'status',
  status: code,
  when,
  ...(body === undefined ? {} : { body }),
});
const page = (code: number): Fault => ({
  kind: 'status',
  status: code,
  when: 'before',
  body: '<html><body>Blocked</body></html>',
  headers: { 'content-type': 'text/html' },
});
const bytes = (body: string): Fault => ({ kind: 'bytes', body });

export const faultCases: readonly FaultCase[] = [
  ...cases('The answer to the PUT', 'push', put, [
    ['500 before applying', status(500, 'before'), 'unknown', 'not-applied'],
    ['500 after applying', status(500, 'after'), 'applied'],
    ['502 before applying', status(502, 'before'), 'unknown', 'not-applied'],
    ['503 after applying', status(503, 'after'), 'applied'],
    ['504 after applying', status(504, 'after'), 'applied'],
    ['504, applied some seconds later', { kind: 'late', atRead: 3 }, 'applied'],
    ['504, applied minutes later', { kind: 'late' }, 'unknown', 'applied'],
    ['500, applied before the last reading', { kind: 'late', answer: 500, atRead: 7 }, 'applied'],
    ['reset, applied some seconds later', { kind: 'late', answer: 'reset', atRead: 4 }, 'applied'],
    ['reset, applied minutes later', { kind: 'late', answer: 'reset' }, 'unknown', 'applied'],
    ['never, applied some seconds later', { kind: 'late', answer: 'hang', atRead: 2 }, 'applied'],
    ['never, applied minutes later', { kind: 'late', answer: 'hang' }, 'unknown', 'applied'],
    ['202, applied some seconds later', { kind: 'late', answer: 202, atRead: 5 }, 'applied'],
    ['202, applied minutes later', { kind: 'late', answer: 202 }, 'unknown', 'applied'],
    ['200, applied two seconds later', { kind: 'late', answer: 200, atRead: 4 }, 'applied'],
    ['200, applied before the last reading', { kind: 'late', answer: 200, atRead: 7 }, 'applied'],
    ['200, applied minutes later', { kind: 'late', answer: 200 }, 'unknown', 'applied'],
    ['204, applied minutes later', { kind: 'late', answer: 204 }, 'unknown', 'applied'],
    ['200, then readings from a copy that lags behind', { kind: 'stale', reads: 5 }, 'applied'],
    [
      '200, then readings from a copy that lags behind for more than 30 seconds',
      { kind: 'stale', reads: 7 },
      'unknown',
      'applied',
    ],
    ['400, and applied all the same', { kind: 'late', answer: 400 }, 'not-applied', 'applied'],
    ['404, and applied all the same', { kind: 'late', answer: 404 }, 'not-applied', 'applied'],
    ['413, and applied all the same', { kind: 'late', answer: 413 }, 'not-applied', 'applied'],
    ['423, and applied all the same', { kind: 'late', answer: 423 }, 'not-applied', 'applied'],
    ['429, and applied all the same', { kind: 'late', answer: 429 }, 'not-applied', 'applied'],
    [
      '200, and a colleague takes it back at once',
      { kind: 'colleague', after: (state) => colleague(state, 'undo') },
      'unknown',
      'unknown',
    ],
    ['303, applied', status(303, 'after'), 'applied'],
    ['303, not applied', status(303, 'before'), 'unknown', 'not-applied'],
    ['408', status(408, 'before'), 'unknown', 'not-applied'],
    ['413', status(413, 'before'), 'not-applied'],
    ['422 with a reason', status(422, 'before', '{"err":"invalid rule"}'), 'not-applied'],
    ['a status that nobody knows', status(499, 'before'), 'unknown', 'not-applied'],
    ['400 with a reason', status(400, 'before', '{"err":"invalid rule"}'), 'not-applied'],
    ['403, though reading is allowed', status(403, 'before'), 'not-applied'],
    ['429', { kind: 'throttled', retryAfter: '1' }, 'not-applied'],
    ['202', status(202, 'after'), 'applied'],
    ['204 with a body', { kind: 'body-on-204' }, 'applied'],
    ['reset during the upload', { kind: 'reset', when: 'before', uploadBytes: 10 }, 'unknown', 'not-applied'],
    ['reset after applying, before the answer', { kind: 'reset', when: 'after' }, 'applied'],
    ['never, not applied', { kind: 'hang', when: 'before' }, 'unknown', 'not-applied'],
    ['never, applied', { kind: 'hang', when: 'after' }, 'applied'],
    ['200 with a sign-in page, not applied', { kind: 'html', when: 'before' }, 'unknown', 'not-applied'],
    ['403 with a page', page(403), 'unknown', 'not-applied'],
    ['200 with a sign-in page, applied', { kind: 'html', when: 'after' }, 'applied'],
    ['200 with nothing changed', { kind: 'not-applied' }, 'unknown', 'not-applied'],
    ['200 with only part of the rules', { kind: 'partly-applied', rules: 1 }, 'foreign-change'],
    ['a redirect to another host', { kind: 'redirect', to: 'https://elsewhere.example/' }, 'not-applied'],
    ['the credentials of the request, echoed', { kind: 'echo-credentials' }, 'not-applied'],
  ]),
  ...cases('The read-back', 'push', readBack, [
    ['truncated JSON', { kind: 'truncated' }, 'unknown', 'applied'],
    ['a sign-in page', { kind: 'html', when: 'after' }, 'unknown', 'applied'],
    ['403', status(403, 'before'), 'unknown', 'applied'],
    ['an error with success', bytes('{"err":"token expired"}'), 'unknown', 'applied'],
  ]),
  ...cases('Somebody else', 'plan', firstRead, [
    [
      'adds a rule between pull and plan',
      { kind: 'colleague', before: (state) => colleague(state, 'add') },
      { refused: 'drift' },
    ],
    [
      'only reorders between pull and plan',
      { kind: 'colleague', before: (state) => colleague(state, 'reverse') },
      { refused: 'drift' },
    ],
  ]),
  ...cases('Somebody else', 'push', firstRead, [
    [
      'adds a rule between plan and push',
      { kind: 'colleague', before: (state) => colleague(state, 'add') },
      { refused: 'drift' },
    ],
    [
      'edits and reverts between plan and push',
      {
        kind: 'colleague',
        before: (state) => {
          colleague(state, 'reverse');
          colleague(state, 'reverse');
        },
      },
      'applied',
    ],
  ]),
  ...cases('Somebody else', 'push', put, [
    [
      'writes in the one round trip between the last GET and the PUT: overwritten unseen',
      { kind: 'colleague', before: (state) => colleague(state, 'add') },
      'applied',
    ],
    [
      'deletes all rules between PUT and read-back',
      { kind: 'colleague', after: (state) => colleague(state, 'empty') },
      'unknown',
      'foreign-change',
    ],
  ]),
  ...cases('The first read of live', 'push', firstRead, [
    ['truncated JSON', { kind: 'truncated' }, { refused: 'invalid-json' }],
    ['fewer bytes than announced: read again', { kind: 'wrong-length' }, 'applied'],
    ['bad gzip', { kind: 'bad-gzip' }, { refused: 'not-json' }],
    ['a gzip bomb', { kind: 'gzip-bomb', bytes: 200_000_000 }, { refused: 'too-large' }],
    ['an answer that goes on for ever', { kind: 'endless', bytes: 200_000_000 }, { refused: 'too-large' }],
    ['a list at the top', bytes('[]'), { refused: 'not-a-policy' }],
    ['an error with success', bytes('{"err":"token expired"}'), { refused: 'not-a-policy' }],
    ['the policy of another family', bytes('{"policyType":"hostCompliance"}'), { refused: 'wrong-policy' }],
    ['nesting 100 000 deep', bytes('['.repeat(100_000)), { refused: 'invalid-json' }],
    ['a NUL', bytes('{"rules":[\0]}'), { refused: 'invalid-json' }],
    ['`null` for the policy', bytes('null'), { refused: 'drift' }],
    ['no rules', bytes('{}'), { refused: 'drift' }],
  ]),
];
