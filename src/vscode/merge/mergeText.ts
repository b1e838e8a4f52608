import { l10n } from '../../core/util/l10n.ts';
import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '../../core/json/json.ts';
import { writeJson } from '../../core/json/writeJson.ts';
import type { Blame } from '../../core/policy/blame.ts';
import { clippedTexts, differingParts, severityOf } from '../../core/policy/merge/conflictParts.ts';
import { entityReferences } from '../../core/policy/merge/entityReferences.ts';
import type { MergeConflict } from '../../core/policy/merge/mergeConflict.ts';
import type { MergeResult } from '../../core/policy/merge/preparedMerge.ts';
import { diffPolicies } from '../../core/policy/ruleDiff.ts';
import { fieldLines } from '../../core/sync/planDocument.ts';
import { countBlocks, ruleBlocks } from '../../core/sync/reviewText.ts';
import { escapedInJson } from '../../core/util/inertText.ts';
import { keysIn } from '../../core/util/keyLabels.ts';
import { blameWords } from '../workspace/ruleChangeWords.ts';
import { resourceText } from '../workspace/resourceText.ts';
import type { Side } from './conflictNode.ts';
import { choiceWords, conflictTitle, conflictWords, sideWords } from './describeConflict.ts';
import { editedParts, type EditedPart, type EditedParts } from './editedParts.ts';
import { mergedQuietly } from './mergedQuietly.ts';
import type { MergeSession } from './mergeSession.ts';

/** Changed rules with all their fields; the diff editor shows all rules. */
const MAX_RULES = 200;

/** Longer values are shown in the diff editor. */
const MAX_LINES = 12;
const MAX_CHARACTERS = 200;

/** The parts of a text that take long with thousands of rules: they depend on the result alone. */
interface ResultParts {
  readonly quietly: readonly string[];
  readonly ofFile: readonly string[];
  readonly edited: EditedParts;
}

const partsOf = new WeakMap<MergeResult, ResultParts>();

/** Facts that a document shows beside its merge. */
export interface MergeFacts {
  readonly console: string;
  /** Why the merge cannot be applied although nothing is open. */
  readonly hindrance?: string;
  /** Whether the file was edited since: then the key of applying merges again. */
  readonly isOutdated?: boolean;
  /** Test results of the merge, when every conflict is resolved. */
  readonly tests?: readonly string[];
  /** Whether keys are called as on macOS. */
  readonly isMac?: boolean;
  /** Who wrote the live rule of a conflict last, as far as the console tells. */
  readonly blame: (place: { readonly array?: string; readonly rule?: string }) => Blame | undefined;
}

/** Where a conflict stands in the text; lines count from 0. */
export interface ConflictPlace {
  readonly conflict: MergeConflict;
  readonly line: number;
  /** The last of its lines. */
  readonly end: number;
}

/** A merge as a text to be decided: each conflict with its three sides one below the other, and what was chosen. */
export function mergeText(
  session: MergeSession,
  { console, hindrance, isOutdated, tests = [], blame, isMac = false }: MergeFacts,
): { readonly text: string; readonly places: readonly ConflictPlace[] } {
  const { result } = session;
  const { conflicts, open } = result;
  const parts = partsOf.get(result) ?? {
    quietly: mergedQuietly(session, blame),
    ofFile: open.length === 0 ? changesOfFile(session, console) : [],
    edited: editedParts(session),
  };
  partsOf.set(result, parts);
  // While something hinders it is not asked for, and what would be written then is not known.
  const isOffered = hindrance === undefined;
  const keys = [
    ...(conflicts.length === 0
      ? []
      : [
          session.input.base === undefined
            ? l10n.t('At a conflict: mine Alt+M, live Alt+L, edit the rule F2.')
            : l10n.t('At a conflict: mine Alt+M, live Alt+L, base Alt+B, edit the rule F2.'),
        ]),
    ...(isOffered ? [l10n.t('Apply the merge: Alt+Enter.')] : []),
    ...(isOutdated ? [l10n.t('Merge again: Alt+Enter.')] : []),
  ];
  const lines = [
    comment(headline(session, console, isOffered)),
    ...(isOffered ? [] : [comment(hindrance)]),
    ...(keys.length === 0 ? [] : [comment(keysIn(keys.join(' '), isMac))]),
    comment(l10n.t('Applying the merge writes the file only. Nothing is sent.')),
    ...(session.input.base === undefined
      ? [comment(l10n.t('The base of the file is unknown: every difference is a conflict.'))]
      : []),
    ...parts.quietly.map(comment),
    ...(isOffered && tests.length > 0 ? ['', ...tests.map(oneLine)] : []),
    ...(isOffered ? parts.ofFile : []),
  ];
  const places: ConflictPlace[] = [];
  for (const conflict of conflicts) {
    const choice = session.choiceOf(conflict.id);
    lines.push('');
    const line = lines.length;
    const words = `${conflictWords(session, conflict)}, ${choiceWords(choice)}`;
    lines.push(`@ ${oneLine(`${conflictTitle(conflict)} (${words})`)}`);
    for (const side of ['base', 'mine', 'live'] as const) {
      const by = side === 'live' ? blame(conflict) : undefined;
      const told = by ? `   # ${oneLine(l10n.t('{0}, according to the console', blameWords(by)))}` : '';
      const mark = choice === side ? '  > ' : '    ';
      const [first = '', ...more] = valueLines(session, conflict, side);
      lines.push(`${mark}${sideWords(side)}: ${first}${told}`, ...more.map((one) => `      ${one}`));
    }
    lines.push(...sameLines(conflict), ...referenceLines(session, conflict));
    if (typeof choice === 'object') {
      const edited = parts.edited.get(conflict.id) ?? { value: choice.value, others: [] };
      lines.push(...editedLines(conflict, edited));
    }
    places.push({ conflict, line, end: lines.length - 1 });
  }
  return { text: `${lines.join('\n')}\n`, places };
}

function headline(session: MergeSession, console: string, isOffered: boolean): string {
  const { conflicts, open } = session.result;
  const { name } = session.input.kind;
  if (conflicts.length === 0) {
    return l10n.t('Merge of {0} with {1}: no conflicts.', name, console);
  }
  if (open.length === 0) {
    return isOffered
      ? l10n.t('Merge of {0} with {1}: every conflict is resolved. Apply the merge.', name, console)
      : l10n.t('Merge of {0} with {1}: every conflict is resolved.', name, console);
  }
  return conflicts.length === 1
    ? l10n.t('Merge of {0} with {1}: 1 conflict is unresolved.', name, console)
    : l10n.t(
        'Merge of {0} with {1}: {2} of {3} conflicts are unresolved.',
        name,
        console,
        open.length,
        conflicts.length,
      );
}

/** The changes of the file, in the form of a plan. The conflicts below are resolved. */
function changesOfFile({ input, result }: MergeSession, console: string): string[] {
  const { kind, mine } = input;
  const { steps } = diffPolicies(kind, mine, result.merged);
  if (steps.length === 0) {
    return [
      '',
      comment(l10n.t('The file already contains all of this. Applying the merge changes nothing.')),
    ];
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

/** The conflict that a line belongs to; before the first one the first, as long as nothing else is told there. */
export function placeAt(
  places: readonly ConflictPlace[],
  line: number,
  { isDecided }: { readonly isDecided: boolean } = { isDecided: false },
): ConflictPlace | undefined {
  return places.findLast((place) => place.line <= line) ?? (isDecided ? undefined : places[0]);
}

function valueLines(session: MergeSession, conflict: MergeConflict, side: Side): string[] {
  if (side === 'base' && session.input.base === undefined) {
    return [l10n.t('unknown')];
  }
  const parts = differingParts(conflict);
  const value = parts[side];
  if (value === undefined || isLong(value)) {
    return linesOf(value);
  }
  const short = (['base', 'mine', 'live'] as const).filter(
    (one) => parts[one] !== undefined && !isLong(parts[one]),
  );
  const texts = clippedTexts(
    short.map((one) => writeJson(parts[one] ?? null)),
    MAX_CHARACTERS - 2,
  );
  const severity = severityOf(conflict, value);
  const text = texts[short.indexOf(side)] ?? '';
  return [oneLine(severity === undefined ? text : `${text} (${severity})`)];
}

/** A line about the parts that are the same on each side. */
function sameLines(conflict: MergeConflict): string[] {
  const { same } = differingParts(conflict);
  return same === 0 ? [] : [`    # ${l10n.t('{0} more are the same on each side', same)}`];
}

/** The rules that refer to the network entity that a conflict is about. */
function referenceLines({ input }: MergeSession, conflict: MergeConflict): string[] {
  const references = entityReferences(input.kind, input, conflict);
  if (!references) {
    return [];
  }
  const names = (rules: readonly string[]): string => rules.map((name) => `"${name}"`).join(', ') || '-';
  const { mine, live, isTwoEntities } = references;
  return [
    l10n.t('Rules that refer to it: {0} (mine); {1} (live)', names(mine), names(live)),
    ...(isTwoEntities
      ? [
          l10n.t(
            'Both sides gave this number to different entities. Give your entity another _id in the file.',
          ),
        ]
      : []),
  ].map((line) => `    # ${oneLine(line)}`);
}

/** The member as it is now, and at the first conflict of its rule what else of the rule was edited. */
function editedLines(conflict: MergeConflict, { value, others, isGone }: EditedPart): string[] {
  const left = MAX_LINES - 1;
  const shown = [
    ...others.slice(0, left).flatMap((change) => fieldLines(change).map((line) => line.trimStart())),
    ...(others.length > left ? [l10n.t('… {0} more: see Edit Rule', others.length - left)] : []),
  ].map(oneLine);
  if (conflict.kind === 'deleted' && value !== undefined) {
    const whose = conflict.mine === undefined ? l10n.t('as on the console') : l10n.t('as mine');
    const [as, ...more] = [shown.length === 0 ? whose : l10n.t('{0}, but', whose), ...shown];
    return [`  > ${l10n.t('Edited')}: ${as}`, ...more.map((one) => `      ${one}`)];
  }
  const [first = '', ...more] = isGone ? [l10n.t('the rule is removed')] : linesOf(value);
  return [
    `  > ${l10n.t('Edited')}: ${first}`,
    ...more.map((one) => `      ${one}`),
    ...shown.map((one) => `    ${l10n.t('Also edited')}: ${one}`),
  ];
}

/** A short value stays beside the name of its side; a longer one follows it. */
function linesOf(value: JsonValue | undefined): string[] {
  if (value === undefined) {
    return [l10n.t('(absent)')];
  }
  if (!isLong(value)) {
    return [oneLine(writeJson(value))];
  }
  const lines = textLines(value);
  const left = lines.length - MAX_LINES;
  return [
    '',
    ...lines.slice(0, MAX_LINES).map(oneLine),
    ...(left > 0 ? [l10n.t('… {0} more lines: see Compare', left)] : []),
  ];
}

function isLong(value: JsonValue | undefined): value is JsonArray | JsonObject {
  return (isJsonArray(value) || isJsonObject(value)) && writeJson(value).length > 80;
}

function textLines(value: JsonArray | JsonObject): string[] {
  const text = isJsonObject(value) ? resourceText(value, 'yaml') : writeJson(value, { indent: 2 });
  return text.trimEnd().split('\n');
}

/** Names and values that are not ours stay on their line, and hide nothing. */
function oneLine(text: string): string {
  const line = escapedInJson(text.replaceAll(/[\r\n\u2028\u2029]+/g, ' '));
  return line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS)}…` : line;
}

function comment(text: string): string {
  return `# ${oneLine(text)}`;
}
