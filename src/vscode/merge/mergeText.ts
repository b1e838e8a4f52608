import { firstLines, firstOf } from '../../core/util/firstLines.ts';
import { l10n } from '../../core/util/l10n.ts';
import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '../../core/json/json.ts';
import { writeJson } from '../../core/json/writeJson.ts';
import { documentFormOf, ruleFormOf } from '../../core/policy/comparisonForm.ts';
import { fieldChanges } from '../../core/policy/fieldChanges.ts';
import { fieldLines } from '../../core/sync/fieldLines.ts';
import { differingParts } from '../../core/policy/merge/conflictParts.ts';
import { entityReferences } from '../../core/policy/merge/entityReferences.ts';
import type { MergeConflict, MergeChoice } from '../../core/policy/merge/mergeConflict.ts';
import { diffPolicies } from '../../core/policy/ruleDiff.ts';
import { countBlocks, ruleBlocks } from '../../core/sync/reviewText.ts';
import { escapedInJson } from '../../core/util/inertText.ts';
import { keysIn } from '../../core/util/keyLabels.ts';
import { blameWords, liveChangeWords } from '../workspace/ruleChangeWords.ts';
import { writePolicyText } from '../../core/document/updatedText.ts';
import {
  choiceWords,
  conflictTitle,
  conflictWords,
  mergeState,
  sides,
  sideValue,
  sideWords,
  type Side,
} from './conflictNode.ts';
import type { MergeSession } from './mergeSession.ts';
import { type Blame, changesByRule, hasRecordedAuthor } from '../../core/policy/ruleMark.ts';
import type { PolicyKind } from '../../core/policy/families.ts';

/** Changed rules with all their fields; the diff editor shows all rules. */
const MAX_RULES = 200;

/** Longer values are shown in the diff editor, and more edits in the edited rule. */
const MAX_LINES = 12;
const MAX_CHARACTERS = 200;
const MAX_INLINE_CHARACTERS = 80;

/** Facts that a document shows beside its merge. */
interface MergeFacts {
  /** The changes that the merge takes without a question. */
  readonly quietly?: readonly string[];
  /** The file was edited after the merge started. */
  readonly isOutdated?: boolean;
  /** Test results of the merge, when every conflict is resolved. */
  readonly tests?: readonly string[];
  readonly isMac?: boolean;
  readonly blame: BlameOf;
}

/** A merge as a text with base, mine, live and the choice of each conflict. */
export function mergeText(
  session: MergeSession,
  { quietly = [], isOutdated = false, tests = [], blame, isMac = false }: MergeFacts,
): string {
  const { conflicts, open } = session.result;
  const { base, console, kind } = session.input;
  const hasBase = base !== undefined;
  const keys = [
    ...(open.length === 0
      ? []
      : [
          hasBase
            ? l10n.t('Alt+M accepts mine, Alt+L accepts live, Alt+B accepts base. F2 edits the rule.')
            : l10n.t('Alt+M accepts mine, Alt+L accepts live. F2 edits the rule.'),
        ]),
    isOutdated ? l10n.t('Alt+Enter merges again.') : l10n.t('Alt+Enter applies the merge.'),
  ];
  const comments = [
    `${l10n.t('Merge of {0} with {1}: {2}', kind.name, console, mergeState(session))}.`,
    ...(isOutdated
      ? [
          l10n.t(
            'The file was edited after the merge started. Merge again. Ordinance keeps your choices where they still apply.',
          ),
        ]
      : []),
    keysIn(keys.join(' '), isMac),
    l10n.t('Applying the merge writes the file only. Nothing is sent.'),
    ...(hasBase ? [] : [l10n.t('The base of the file is unknown: every difference is a conflict.')]),
    ...quietly,
  ];
  const lines = [
    ...comments.map(comment),
    ...(tests.length === 0 ? [] : ['', ...tests.map(oneLine)]),
    ...(open.length > 0 ? [] : changesOfFile(session)),
    ...conflicts.flatMap((conflict) => [
      '',
      oneLine(
        `${heading(conflict)} (${conflictWords(session, conflict)}, ${choiceWords(session.choiceOf(conflict))})`,
      ),
      ...sides.flatMap((side) => sideLines(session, conflict, side, blame)),
      ...[...sameLines(conflict), ...referenceLines(session, conflict)].map(
        (line) => `    # ${oneLine(line)}`,
      ),
      ...editLines(session, conflict).map(oneLine),
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

/** The place of a conflict in the text of a merge. */
interface ConflictPlace {
  readonly conflict: MergeConflict;
  readonly line: number;
}

/** Finds the conflicts in a text of the merge. A text from before the last choice may lack some conflicts. */
export function placesIn(text: string, { result }: MergeSession): ConflictPlace[] {
  const lines = text.split('\n');
  const headings = [...lines.keys()].filter((line) => lines[line]?.startsWith('@ '));
  return result.conflicts.flatMap((conflict, at) => {
    const line = headings[at];
    return line !== undefined && lines[line]?.startsWith(oneLine(`${heading(conflict)} (`))
      ? [{ conflict, line }]
      : [];
  });
}

/** The conflict of a line. Above the conflicts, the first one, unless the text there lists the changes of the file. */
export function placeAt(
  places: readonly ConflictPlace[],
  line: number,
  { result: { open } }: MergeSession,
): ConflictPlace | undefined {
  return places.findLast((place) => place.line <= line) ?? (open.length === 0 ? undefined : places[0]);
}

function heading(conflict: MergeConflict): string {
  return `@ ${conflictTitle(conflict)}`;
}

/** The changes of the file, in the form of a plan. The conflicts below are resolved. */
function changesOfFile({ input, result }: MergeSession): string[] {
  const { console, kind, mine } = input;
  const { steps } = diffPolicies(kind, mine, result.merged);
  if (steps.length === 0) {
    return ['', comment(l10n.t('Your file needs no change. Apply the merge so that you can push.'))];
  }
  const blocks = ruleBlocks(
    { ref: { console, policy: kind.name }, steps, live: mine, next: result.merged },
    MAX_RULES,
  );
  const more = countBlocks(steps) - MAX_RULES;
  return [
    '',
    comment(l10n.t('Applying the merge changes this in the file:')),
    ...blocks.flatMap(({ lines }) => ['', ...lines]),
    ...(more > 0 ? ['', l10n.t('and {0} more: see Compare', more)] : []),
  ];
}

function sideLines(session: MergeSession, conflict: MergeConflict, side: Side, blame: BlameOf): string[] {
  const by = side === 'live' ? blame(conflict) : undefined;
  const author = by ? `   # ${oneLine(l10n.t('{0}, according to the console', blameWords(by)))}` : '';
  const mark = session.choiceOf(conflict) === side ? '  > ' : '    ';
  const [first = '', ...more] = valueLines(session, conflict, side);
  return [`${mark}${sideWords(side)}: ${first}${author}`, ...more.map((line) => `      ${line}`)];
}

/** A short value stays beside the name of its side; the lines of a longer value follow. */
function valueLines(session: MergeSession, conflict: MergeConflict, side: Side): string[] {
  const value = differingParts(conflict)[side];
  if (value === undefined || !isLong(value)) {
    return [oneLine(sideValue(session, conflict, side, MAX_CHARACTERS - 2))];
  }
  const text = isJsonObject(value) ? writePolicyText(value, 'yaml') : writeJson(value, { indent: 2 });
  const lines = text.trimEnd().split('\n');
  return [
    '',
    ...firstLines(lines, MAX_LINES, oneLine, (more) => l10n.t('… {0} more lines: see Compare', more)),
  ];
}

function isLong(value: JsonValue): value is JsonArray | JsonObject {
  return (isJsonArray(value) || isJsonObject(value)) && writeJson(value).length > MAX_INLINE_CHARACTERS;
}

function sameLines(conflict: MergeConflict): string[] {
  const { same } = differingParts(conflict);
  return same === 0
    ? []
    : [same === 1 ? l10n.t('1 other field is unchanged') : l10n.t('{0} other fields are unchanged', same)];
}

/** The rules that refer to the network entity of a conflict. */
function referenceLines({ input }: MergeSession, conflict: MergeConflict): string[] {
  const references = entityReferences(input.kind, input, conflict);
  if (!references) {
    return [];
  }
  const names = (rules: readonly string[]): string => rules.map((name) => `"${name}"`).join(', ') || '-';
  const { mine, live, isTwoEntities } = references;
  return [
    l10n.t('Rules that use this entity: {0} (mine); {1} (live)', names(mine), names(live)),
    ...(isTwoEntities
      ? [
          l10n.t(
            'Both sides gave this number to different entities. Give your entity another _id in the file.',
          ),
        ]
      : []),
  ];
}

/** Lists the edit of a rule at the first of its conflicts, against the rule without any choice. */
function editLines(session: MergeSession, conflict: MergeConflict): string[] {
  const { kind, mine, array } = conflict;
  const choice = session.choiceOf(conflict);
  if (typeof choice !== 'object' || session.conflictsBeside(conflict)[0] !== conflict) {
    return [];
  }
  const before = session.partIn(session.unchosen, conflict);
  if (!before || !isJsonObject(choice.value)) {
    return [`  > ${l10n.t('Edited: the rule is removed')}`];
  }
  const as = kind === 'deleted' && mine === undefined ? l10n.t('the live version') : l10n.t('your version');
  const formOf = array === undefined ? documentFormOf : ruleFormOf;
  const changes = firstLines(
    fieldChanges(before, choice.value, formOf(session.input.kind)),
    MAX_LINES,
    (change) => fieldLines(change).map((line) => line.trimStart()),
    (more) => [l10n.t('… {0} more: see Edit Rule', more)],
  ).flat();
  return changes.length === 0
    ? [`  > ${l10n.t('Edited: same as {0}', as)}`]
    : [`  > ${l10n.t('Edited: {0}, with', as)}`, ...changes.map((line) => `      ${line}`)];
}

/** Names and values from elsewhere stay on one line and cannot hide text. */
function oneLine(text: string): string {
  const line = escapedInJson(text.replaceAll(/[\r\n\u2028\u2029]+/g, ' '));
  return line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS)}…` : line;
}

function comment(text: string): string {
  return `# ${oneLine(text)}`;
}

/** Changes that are listed of each side. */
const MAX_QUIET = 8;

export type BlameOf = (place: { readonly array?: string; readonly rule?: string }) => Blame | undefined;

/**
 * Lists the changes of either side that the merge takes without a question: with one side in every conflict, the merge differs from
 * that side only by the changes of the other side. Choices do not change the list. Without a base, every difference is a conflict, so
 * the list is empty.
 */
export function mergedQuietly(session: MergeSession, blame: BlameOf): string[] {
  const { kind, base, mine, live } = session.input;
  const { unchosen } = session;
  if (!base) {
    return [];
  }
  // An unresolved conflict keeps mine.
  const withMine = unchosen.merged;
  const choices = new Map<string, MergeChoice>();
  let withLive = unchosen;
  // A rule that a choice brings back can bring a conflict of order.
  while (withLive.open.length > 0) {
    withLive.open.forEach(({ id }) => choices.set(id, 'live'));
    withLive = session.settle(choices);
  }
  return [
    ...section(
      l10n.t('From the live policy, without a conflict:'),
      changeLines(kind, mine, withMine, blame),
      (more) => l10n.t('and {0} more: see Compare', more),
    ),
    ...section(
      l10n.t('Only in your file, without a conflict:'),
      changeLines(kind, live, withLive.merged, () => undefined),
      (more) => l10n.t('and {0} more', more),
    ),
  ];
}

function section(title: string, changes: readonly string[], moreWords: (count: number) => string): string[] {
  const lines = firstLines(changes, MAX_QUIET, (change) => change, moreWords);
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `    ${line}`)];
}

/** The changes from one side to the merge. A rule can be in this list and in a conflict, so its line names the changed fields. */
function changeLines(kind: PolicyKind, side: JsonObject, merged: JsonObject, blame: BlameOf): string[] {
  const { steps } = diffPolicies(kind, side, merged);
  const rules = changesByRule(kind, steps).map((named) => {
    const by = hasRecordedAuthor(named.change) ? blame(named) : undefined;
    const words = liveChangeWords({ ...named, ...(by && { by }) });
    const fields = steps.flatMap((step) =>
      step.kind === 'change' && step.array === named.array && step.rule === named.rule
        ? step.fields.map(({ path }) => path)
        : [],
    );
    return fields.length === 0 ? words : l10n.t('{0}: {1}', words, firstOf(fields));
  });
  const isOutside = steps.some((step) => step.kind === 'document');
  return isOutside ? [l10n.t('Policy-level fields changed'), ...rules] : rules;
}
