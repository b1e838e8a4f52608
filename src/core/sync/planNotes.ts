import { inertLine } from '../util/inertText.ts';
import type { PushPlan } from './outcomes.ts';

/** What a reader of a plan has to know besides its steps, one sentence each: what may still happen, what was not checked. */
export function planNotes({
  earlier = [],
  collectionsUnchecked,
  collectionsNote,
  tests,
}: PushPlan): string[] {
  return [
    ...earlier.map(
      ({ pushId, sentAt, until }) =>
        `An earlier push, sent ${sentAt.toISOString()}, may still arrive until ${until.toISOString()}, and would take this one back (push ${pushId}).`,
    ),
    ...testNotes(tests),
    ...(collectionsUnchecked === undefined
      ? []
      : [
          `Not checked: whether the console knows every collection. It leaves out rules that name one it does not know. ${inertLine(collectionsUnchecked)}`,
        ]),
    ...(collectionsNote === undefined ? [] : [inertLine(collectionsNote)]),
  ];
}

/** What is said of order goes by a file. `at`: when it was written; `why`: the console was asked, and did not say. */
export function keptCollectionsNote(at: Date | undefined, why: string | undefined): string {
  const written = at ? `, written ${at.toISOString().slice(0, 10)}` : '';
  const reason = why === undefined ? 'the console was not asked' : `the console did not say it: ${why}`;
  return `What the collections name is as collections.yaml keeps it${written}, as ${reason.replace(/\.?$/, '.')}`;
}

/** More are counted. */
const shownTests = 10;

function testNotes(tests: PushPlan['tests']): readonly string[] {
  if (!tests) {
    return [];
  }
  const { count, failing } = tests;
  if (failing.length === 0) {
    return [count === 1 ? 'The test of the policy holds.' : `All ${count} tests of the policy hold.`];
  }
  const more = failing.length - shownTests;
  return [
    `${failing.length} of ${count} tests of the policy ${failing.length === 1 ? 'does' : 'do'} not hold:`,
    ...failing.slice(0, shownTests).map(({ name, why }) => `- ${inertLine(`${name}: ${why}`)}`),
    ...(more > 0 ? [`- and ${more} more`] : []),
  ];
}
