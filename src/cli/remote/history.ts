import { evidenceOf, recordFacts } from '../../core/sync/recordFacts.ts';
import type { PushRecord } from '../../core/sync/journalEvent.ts';
import { defineCommand } from '../command.ts';
import { exitCode, textTable, UsageError } from '../output.ts';
import { kindsNamed, placeOptions, policyOperands } from './arguments.ts';
import { openLocal } from './sides.ts';

/** Lists the pushes in the journal of this workspace. Makes no request. */
export const history = defineCommand({
  name: 'history',
  summary: 'lists recorded pushes, newest first; needs no console',
  ...policyOperands,
  details:
    'A POLICY is family/target, such as vulnerability/images. A FAMILY means all its policies. Without arguments: all policies.',
  options: {
    ...placeOptions,
    last: { argument: 'NUMBER', description: 'only this many pushes, the newest ones' },
  },
  examples: [
    ['ordinance history --last 5', 'the newest pushes with their results'],
    ['ordinance history vulnerability/images --json', 'the pushes of one policy, as data'],
  ],
  async run(call) {
    const { values, positionals, output } = call;
    if (values.last !== undefined && !/^[1-9]\d{0,8}$/.test(values.last)) {
      throw new UsageError('--last is a number from 1');
    }
    const kinds = kindsNamed(positionals);
    const { sync, entry } = await openLocal(call);
    const names = new Set<string>(kinds.map(({ name }) => name));
    const all = (await sync.journal.all())
      // A later version may have recorded a policy that this version does not know.
      .filter(({ policy }) => positionals.length === 0 || names.has(policy))
      .toReversed();
    const shown = values.last === undefined ? all : all.slice(0, Number(values.last));
    const lines = shown.length === 0 ? ['no push yet'] : textTable(heading, shown.map(rowOf));
    lines.forEach((line) => output.out(line));
    return { code: exitCode.ok, document: { console: entry.name, pushes: shown.map(asData) } };
  },
});

const heading = ['WHEN', 'POLICY', 'RESULT', 'WHO', 'PLANNED', 'PUSH', 'NOTES'];

function rowOf(record: PushRecord): readonly string[] {
  const { id, at, policy, author } = record;
  const facts = new Map(recordFacts(record, 'events', ['policy', 'console', 'at', 'author']));
  const [result = '', planned = ''] = [facts.get('Result'), facts.get('Planned')];
  facts.delete('Result');
  facts.delete('Planned');
  const notes = [...facts].map(([title, value]) => `${title}: ${value}`).join('; ');
  return [at, policy, result, author ?? '', planned, id, notes];
}

function asData(record: PushRecord): object {
  const { id, policy, at, author, account, verdict, reason, counts, restores, restoring, snapshot, foreign } =
    record;
  return {
    id,
    policy,
    at,
    author,
    account,
    verdict,
    reason,
    counts,
    restores,
    restoring,
    snapshot,
    unverified: foreign || undefined,
  };
}

/** Prints the report of one push, for a change ticket. Makes no request. */
export const evidence = defineCommand({
  name: 'evidence',
  summary: 'prints the report of one push, for a change ticket; needs no console',
  operands: '<PUSH>',
  details: 'PUSH is the id of a push, from "ordinance push" or "ordinance history".',
  options: {
    ...placeOptions,
    format: {
      argument: 'FORMAT',
      values: ['markdown', 'json'],
      description: 'the format (default: markdown)',
    },
  },
  examples: [
    ['ordinance evidence PUSH', 'the report of one push; "ordinance history" lists the pushes'],
    ['ordinance evidence --json PUSH', 'the same report as data'],
  ],
  async run(call) {
    const [push = ''] = call.positionals;
    const { sync } = await openLocal(call);
    const { markdown, json } = await evidenceOf(sync, push);
    call.output.report(markdown.trimEnd());
    return { code: exitCode.ok, document: JSON.parse(json) as object };
  },
});
