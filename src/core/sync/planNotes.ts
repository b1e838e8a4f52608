import { inertLine } from '../util/inertText.ts';
import { decisionLines, decisionSummary, textOf } from './consequenceLines.ts';
import type { PushPlan } from './outcomes.ts';

/** The record of a push names more than a plan does above its steps, and has no end to name the rest at. */
const kept = { most: 200, rest: 'which are not kept' };

/** Characters of a line of it. */
const longestKept = 1000;

/** What was known of decisions, tests and what may still happen, as the journal keeps it with the push. */
export function toldLines({ consequences, ...plan }: PushPlan): readonly string[] {
  const lines = [
    ...(consequences
      ? [decisionSummary(consequences), ...decisionLines(consequences, kept).map(textOf)]
      : []),
    ...planNotes(plan),
    ...warningLines(plan),
  ];
  return lines.map((line) => (line.length > longestKept ? `${line.slice(0, longestKept)}…` : line));
}

/** What a reader of a plan has to know besides its steps, one sentence each: what may still happen, what was not checked. */
export function planNotes({
  earlier = [],
  collectionsUnchecked,
  collectionsNote,
  tests,
}: Pick<PushPlan, 'earlier' | 'collectionsUnchecked' | 'collectionsNote' | 'tests'>): string[] {
  return [
    ...earlier.map(
      ({ pushId, sentAt, until }) =>
        `An earlier push, sent ${sentAt.toISOString()}, may still be applied until ${until.toISOString()} and would overwrite this one (push ${pushId}).`,
    ),
    ...testNotes(tests),
    ...(collectionsUnchecked === undefined
      ? []
      : [
          `Not checked: the collections. The console silently drops rules that use a collection it does not have. ${inertLine(collectionsUnchecked)}`,
        ]),
    ...(collectionsNote === undefined ? [] : [inertLine(collectionsNote)]),
  ];
}

/** What is said of order goes by a file. `at`: when it was written; `why`: the console was asked, and did not say. */
export function keptCollectionsNote(at: Date | undefined, why: string | undefined): string {
  const written = at ? `, written ${at.toISOString().slice(0, 10)}` : '';
  const reason = why === undefined ? 'The console was not queried.' : `The console could not be read: ${why}`;
  return `Collections: from collections.yaml${written}. ${reason.replace(/\.?$/, '.')}`;
}

/** More are counted. */
const shownTests = 10;

/** What tests say of a document, with the first of those that do not hold. */
export function testNotes(tests: PushPlan['tests']): readonly string[] {
  if (!tests) {
    return [];
  }
  const { count, failing } = tests;
  if (failing.length === 0) {
    return [count === 1 ? 'The test of the policy passes.' : `All ${count} tests of the policy pass.`];
  }
  const more = failing.length - shownTests;
  return [
    `${failing.length} of ${count} tests of the policy ${failing.length === 1 ? 'fails' : 'fail'}:`,
    ...failing.slice(0, shownTests).map(({ name, why }) => `- ${inertLine(`${name}: ${why}`)}`),
    ...(more > 0 ? [`- and ${more} more`] : []),
  ];
}

/** Warnings that a plan has space for. */
const shownWarnings = 5;

/** The warnings that a push brings; those that the live policy has as well are counted. */
export function warningLines({
  warnings = [],
  sharedWarnings = 0,
}: Pick<PushPlan, 'warnings' | 'sharedWarnings'>): string[] {
  const { length } = warnings;
  const more = length - shownWarnings;
  const count = (warned: number): string => (warned === 1 ? '1 warning' : `${warned} warnings`);
  return [
    ...(length > 0 ? [`${count(length)} that this push brings:`] : []),
    ...warnings.slice(0, shownWarnings).map((warning) => `- ${warning}`),
    ...(more > 0 ? [`- and ${more} more`] : []),
    ...(sharedWarnings > 0 ? [`${count(sharedWarnings)} that the live policy already has.`] : []),
  ];
}
