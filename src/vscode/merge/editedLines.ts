import { isJsonObject } from '../../core/json/json.ts';
import { pathSteps } from '../../core/json/memberPath.ts';
import { documentFormOf, ruleFormOf } from '../../core/policy/comparisonForm.ts';
import { fieldChanges } from '../../core/policy/fieldChanges.ts';
import { wholeOf } from '../../core/policy/merge/mergeValues.ts';
import type { MergeConflict } from '../../core/policy/merge/mergeConflict.ts';
import type { FieldChange } from '../../core/policy/planStep.ts';
import { fieldLines } from '../../core/sync/fieldLines.ts';
import { l10n } from '../../core/util/l10n.ts';
import type { MergeSession } from './mergeSession.ts';

/** More changes of one rule are seen in the edited rule. */
const MAX_LINES = 12;

/**
 * Lists the edit of a rule at each of its conflicts, against the rule without any choice. The first conflict also has the edits of
 * other fields.
 */
export function editedLines(session: MergeSession): ReadonlyMap<MergeConflict, readonly string[]> {
  const lines = new Map<MergeConflict, readonly string[]>();
  for (const [whole, conflicts] of Map.groupBy(session.result.conflicts, wholeOf)) {
    const choice = session.choices.get(whole);
    const [first] = conflicts;
    if (!first || typeof choice !== 'object') {
      continue;
    }
    const { kind } = session.input;
    const before = session.partIn(session.unchosen, first);
    const changes =
      before && isJsonObject(choice.value)
        ? fieldChanges(
            before,
            choice.value,
            first.array === undefined ? documentFormOf(kind) : ruleFormOf(kind),
          )
        : undefined;
    const others = changes?.filter((change) => !conflicts.some((one) => isIn(one, change))) ?? [];
    for (const conflict of conflicts) {
      const own = changes?.filter((change) => isIn(conflict, change));
      lines.set(conflict, [
        ...ownLines(conflict, own),
        ...(conflict === first
          ? changeLines(others).map((line) => `    ${l10n.t('Also edited: {0}', line)}`)
          : []),
      ]);
    }
  }
  return lines;
}

/** Without changes of its own, the edited rule has the value of one side. Undefined: the edit removed the rule. */
function ownLines({ kind, mine }: MergeConflict, own: readonly FieldChange[] | undefined): string[] {
  const as = kind === 'deleted' && mine === undefined ? l10n.t('as on the console') : l10n.t('as mine');
  if (!own || own.length === 0) {
    return [`  > ${l10n.t('Edited: {0}', own ? as : l10n.t('the rule is removed'))}`];
  }
  return [`  > ${l10n.t('Edited: {0}, but', as)}`, ...changeLines(own).map((line) => `      ${line}`)];
}

function changeLines(changes: readonly FieldChange[]): string[] {
  const more = changes.length - MAX_LINES;
  return [
    ...changes.slice(0, MAX_LINES).flatMap((change) => fieldLines(change).map((line) => line.trimStart())),
    ...(more > 0 ? [l10n.t('… {0} more: see Edit Rule', more)] : []),
  ];
}

/** A change of a whole value also changes the field of a conflict inside the value. */
function isIn(conflict: MergeConflict, change: FieldChange): boolean {
  const [inner, outer] = [pathSteps(conflict.path), pathSteps(change.path)];
  return inner.every((step, at) => at >= outer.length || step === outer[at]);
}
