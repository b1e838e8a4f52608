import type { JsonValue } from '../../core/json/json.ts';
import type { PolicyKind } from '../../core/policy/families.ts';
import { type PlanStep, diffPolicies } from '../../core/policy/ruleDiff.ts';
import {
  checkOf,
  clippedTexts,
  differingParts,
  severityOf,
  twinOf,
  type Twin,
} from '../../core/policy/merge/conflictParts.ts';
import { entityReferences, type EntityReferences } from '../../core/policy/merge/entityReferences.ts';
import type { MergeChoice, MergeConflict } from '../../core/policy/merge/mergeConflict.ts';
import { messageOf, passOnCanceled } from '../../core/util/errors.ts';
import { writeJson } from '../../core/json/writeJson.ts';
import { mergeWithLive, saveMerge, type PolicyMerge } from '../../core/sync/merge.ts';
import { stepWords } from '../../core/sync/stepWords.ts';
import { defineCommand } from '../command.ts';
import { exitCode, worstCode, type Output } from '../output.ts';
import { placeOptions, policyOperands } from './arguments.ts';
import { skippedAsData, reportSkipped } from './skippedPolicies.ts';
import { type OpenConsole, withPolicies } from './openConsole.ts';
import { reportFailures } from './refusal.ts';
import { sidesAsData, stepsAsData, valueAsData } from './stepsAsData.ts';

/**
 * Merges changes of the live policies into files with edits, by a three-way merge with the base. Sends
 * nothing.
 */
export const merge = defineCommand({
  name: 'merge',
  summary: 'merges changes on the console into files with edits, or lists conflicts',
  ...policyOperands,
  options: {
    ...placeOptions,
    conflicts: {
      argument: 'SIDE',
      values: ['mine', 'live'],
      description:
        'resolves every conflict for this side (default: lists them and leaves the file unchanged)',
    },
  },
  examples: [
    ['ordinance merge', 'merges every policy that has a file; the exit code is 3 if there are conflicts'],
    [
      'ordinance merge vulnerability/images --conflicts mine',
      'keeps the value of the file where both sides changed',
    ],
  ],
  run(call) {
    const { values, output, environment } = call;
    return withPolicies(call, {}, async (console, { kinds, skipped }) => {
      const side = values.conflicts;
      const all: MergeResult[] = [];
      for (const kind of kinds) {
        const merged = await mergeOne(console, kind, side, environment.signal).catch(
          (error: unknown): MergeResult => {
            passOnCanceled(error);
            return { policy: kind.name, kind: 'failed', message: messageOf(error) };
          },
        );
        printMerged(merged, output);
        all.push(merged);
      }
      if (all.length === 0) {
        output.out('nothing to merge: no policy has a file here');
      }
      reportSkipped(skipped, output);
      const ofKind = (expected: MergeResult['kind']) => all.filter(({ kind }) => kind === expected);
      const failures = ofKind('failed').map(({ policy, message = '' }) => ({ policy, message }));
      reportFailures(failures, output);
      return {
        code: worstCode(all.map(({ kind }) => codes[kind])),
        document: {
          console: console.entry.name,
          merged: ofKind('merged').map(({ policy }) => policy),
          taken: ofKind('merged').map(({ policy, changes = [] }) => ({
            policy,
            changes: stepsAsData(changes),
          })),
          unchanged: ofKind('unchanged').map(({ policy }) => policy),
          conflicts: ofKind('conflicts').map(({ policy, conflicts = [] }) => ({
            policy,
            conflicts: conflicts.map(asData),
          })),
          ...skippedAsData(skipped),
          failed: failures,
        },
      };
    });
  },
});

type Conflict = MergeConflict & { readonly references?: EntityReferences; readonly twin?: Twin };

interface MergeResult {
  readonly policy: string;
  readonly kind: keyof typeof codes;
  readonly conflicts?: readonly Conflict[];
  /** The changes that the merge made to the file. */
  readonly changes?: readonly PlanStep[];
  readonly message?: string;
}

const codes = {
  merged: exitCode.ok,
  unchanged: exitCode.ok,
  conflicts: exitCode.drift,
  failed: exitCode.problems,
};

async function mergeOne(
  { sync }: OpenConsole,
  kind: PolicyKind,
  side: 'mine' | 'live' | undefined,
  signal: AbortSignal | undefined,
): Promise<MergeResult> {
  const policy = kind.name;
  const first = await mergeWithLive(sync, kind, new Map(), signal);
  if (first.kind === 'nothing-to-merge') {
    return { policy, kind: 'unchanged' };
  }
  if (first.kind === 'invalid') {
    return { policy, kind: 'failed', message: first.problems[0] ?? 'cannot be read' };
  }
  const choices = new Map<string, MergeChoice>();
  // A choice can restore a rule, which may cause another conflict.
  let last: PolicyMerge = first;
  for (let rounds = 0; last.open.length > 0 && rounds < MAX_ROUNDS; rounds++) {
    const open = conflictsIn(kind, last);
    const conflicts = side === undefined ? open : open.filter(({ references }) => references?.isTwoEntities);
    if (conflicts.length > 0) {
      return { policy, kind: 'conflicts', conflicts };
    }
    last.open.forEach(({ id }) => choices.set(id, side ?? 'mine'));
    const next = await mergeWithLive(sync, kind, choices, signal);
    if (next.kind !== 'merge') {
      return { policy, kind: 'failed', message: 'The file or the live policy changed. Merge again.' };
    }
    last = next;
  }
  const { mine, merged } = await saveMerge(sync, kind, choices, last.seen);
  return { policy, kind: 'merged', changes: diffPolicies(kind, mine, merged).steps };
}

/** Adds the rules that refer to a network entity, and what distinguishes rules of the same name. */
function conflictsIn(kind: PolicyKind, merge: PolicyMerge): readonly Conflict[] {
  return merge.open.map((conflict) => {
    const references = entityReferences(kind, merge, conflict);
    const twin = twinOf(merge, conflict);
    return { ...conflict, ...(references && { references }), ...(twin && { twin }) };
  });
}

/** Each round may restore removed rules, and the next one settles their order. */
const MAX_ROUNDS = 10;

function printMerged({ policy, kind, conflicts = [], changes = [] }: MergeResult, output: Output): void {
  switch (kind) {
    case 'merged':
      changes.forEach((step) => output.out(`${policy}: from the console: ${describeStep(step)}`));
      output.out(`${policy}: merged into the file; run "ordinance plan" to see what a push would change`);
      break;
    case 'unchanged':
      output.out(`${policy}: nothing to merge`);
      break;
    case 'conflicts':
      conflicts.forEach((conflict) => output.error(`${policy}: conflict: ${describeConflict(conflict)}`));
      output.error(
        `${policy}: not merged, the file is unchanged; resolve the conflicts in the editor, or use --conflicts`,
      );
      break;
    case 'failed':
    default:
    // `mergeAll` prints the failures together, because policies may share a reason.
  }
}

/** Names the rule, and the fields that the merge changed in the file. */
function describeStep(step: PlanStep): string {
  const fields = 'fields' in step ? step.fields.map(({ path }) => path).join(', ') : '';
  return fields === '' ? stepWords(step) : `${stepWords(step)} (${fields})`;
}

function describeConflict(conflict: Conflict): string {
  const { kind, rule, nth, array, path, base, mine, references, twin } = conflict;
  const named = rule === undefined ? (array ?? 'the document') : writeJson(rule);
  const where = twin
    ? `${named} (${describeTwin(twin)})`
    : nth === undefined
      ? named
      : `${named} (number ${nth} of that name)`;
  switch (kind) {
    case 'deleted':
      return base === undefined
        ? `${where} is only ${mine === undefined ? 'on the console' : 'in the file'}: this side added it, or the other side removed or changed it`
        : `${where} was ${mine === undefined ? 'removed in the file and changed on the console' : 'changed in the file and removed on the console'}`;
    case 'order':
      return `the order of rules of ${where} was changed in the file and on the console`;
    case 'field':
    default: {
      const part = differingParts(conflict);
      const [here = '', there = ''] = clippedTexts(
        [part.mine, part.live].map((value) => describeValue(conflict, value)),
        MAX_VALUE_LENGTH,
      );
      const same = part.same === 0 ? '' : `; ${part.same} other fields are unchanged`;
      const by = references ? ` (${describeReferences(references)})` : '';
      return `${path === '' ? where : `${describeField(conflict)} of ${where}`}: ${here} here, ${there} live${same}${by}`;
    }
  }
}

function describeTwin({ side, at, field }: Twin): string {
  const by = field ? `, ${field.key}: ${field.text}` : '';
  return `rule ${at} ${side === 'mine' ? 'here' : 'live'}${by}`;
}

function describeField(conflict: MergeConflict): string {
  const check = checkOf(conflict);
  return check ? `${check.member ? `${check.member} of ` : ''}check ${check.id}` : conflict.path;
}

const MAX_VALUE_LENGTH = 80;

function describeValue(conflict: MergeConflict, value: JsonValue | undefined): string {
  const severity = severityOf(conflict, value);
  const text = value === undefined ? 'nothing' : JSON.stringify(valueAsData(value));
  return severity === undefined ? text : `${text} (${severity})`;
}

/**
 * When both sides gave the same number to different entities, choosing one side is wrong: rules of the other
 * side would refer to its entity.
 */
function describeReferences({ mine, live, isTwoEntities }: EntityReferences): string {
  const rules = (names: readonly string[]): string =>
    names.length === 0 ? 'no rule' : names.map((name) => writeJson(name)).join(', ');
  const by = `${rules(mine)} in the file and ${rules(live)} on the console refer to it`;
  return isTwoEntities ? `${by}; give yours another _id` : by;
}

function asData({ base, mine, live, ...conflict }: Conflict): object {
  return { ...conflict, ...sidesAsData({ base, mine, live }) };
}
