import type { NodePath } from '../../document/syntaxNode.ts';
import { canBlock, type PolicyKind } from '../../policy/families.ts';
import { severityLevels, severityNames } from '../../policy/severities.ts';
import { closest } from '../../util/closest.ts';
import { quotedCode } from '../../util/quotedInMessages.ts';
import {
  changeTo,
  choice,
  setFix,
  type AddFinding,
  type Finding,
  type FixData,
  type RuleSubject,
} from './finding.ts';
import { type Plain, isPlain, listAt, objectAt, textAt } from '../../util/plainRecord.ts';
import { checksOf } from './complianceChecks.ts';

interface WrittenThreshold {
  readonly path: NodePath;
  /** The place of the value, or of the threshold without a value. */
  readonly place: Pick<Finding, 'path' | 'mark'>;
  /** The threshold acts. */
  readonly isOn: boolean;
  /** The lowest severity for which it acts: 0 without a value, undefined for a value that is no number. */
  readonly from: number | undefined;
}

/** A pair has the alert and the block threshold of the rule, or of a package type. */
interface ThresholdPair {
  readonly alert: WrittenThreshold | undefined;
  readonly block: WrittenThreshold | undefined;
}

export const severities = Object.keys(severityLevels).toReversed();

/** Finds wrong thresholds, blocks that cannot be, and grace days that have no effect. */
export function checkThresholds({ kind, rule, add }: RuleSubject): void {
  const ofTypes = listAt(rule, 'pkgTypesThresholds').flatMap((item, index) =>
    isPlain(item) ? [pairIn(item, ['pkgTypesThresholds', index])] : [],
  );
  const pairs = [pairIn(rule, []), ...ofTypes];
  for (const { alert, block } of pairs) {
    unknownLevel(alert, add);
    unknownLevel(block, add);
  }
  if (kind.decidesBy === 'thresholds') {
    for (const { alert, block } of pairs) {
      blockBelowAlert(alert, block, add);
      broadAlert(alert, add);
    }
    graceDays(rule, pairs, add);
    blocksInVain(kind, rule, pairs, add);
  }
}

function pairIn(holder: Plain, path: NodePath): ThresholdPair {
  const written = (key: 'alertThreshold' | 'blockThreshold'): WrittenThreshold | undefined => {
    if (!isPlain(holder[key])) {
      return undefined;
    }
    const { disabled, enabled, value } = objectAt(holder, key);
    const own = [...path, key];
    return {
      path: own,
      place: typeof value === 'number' ? { path: [...own, 'value'] } : { path: own, mark: 'key' },
      isOn: key === 'alertThreshold' ? disabled !== true : enabled === true,
      from: typeof value === 'number' ? value : (value ?? undefined) === undefined ? 0 : undefined,
    };
  };
  return { alert: written('alertThreshold'), block: written('blockThreshold') };
}

function unknownLevel(threshold: WrittenThreshold | undefined, add: AddFinding): void {
  const from = threshold?.from;
  if (threshold && from !== undefined && Number.isFinite(from) && !severityNames.has(from)) {
    const { path } = threshold.place;
    add({
      code: 'threshold-value',
      message: `a threshold is 0, 1 (low), 4 (medium), 7 (high) or 9 (critical), not ${from}`,
      path,
      fixes: nearest(from).map((next) => setFix(`Change to ${next} (${nameOf(next)})`, path, next)),
    });
  }
}

/** The two severities around a value, the nearer one first. */
function nearest(value: number): number[] {
  return [...severityNames.keys()]
    .filter((severity) => severity > 0)
    .toSorted((a, b) => Math.abs(a - value) - Math.abs(b - value))
    .slice(0, 2);
}

function nameOf(value: number): string {
  return severityNames.get(value) ?? String(value);
}

function blockBelowAlert(
  alert: WrittenThreshold | undefined,
  block: WrittenThreshold | undefined,
  add: AddFinding,
): void {
  const { from: alertsFrom } = alert ?? {};
  const { from: blocksFrom } = block ?? {};
  // An unreadable threshold cannot be compared.
  if (!alert?.isOn || !block?.isOn || alertsFrom === undefined || blocksFrom === undefined) {
    return;
  }
  if (blocksFrom < alertsFrom) {
    add({
      code: 'block-below-alert',
      message: `blocks from ${nameOf(blocksFrom)} but alerts only from ${nameOf(alertsFrom)}: set the block threshold at or above the alert threshold`,
      ...block.place,
      fixes: [
        setFix(`Alert from ${nameOf(blocksFrom)}`, [...alert.path, 'value'], blocksFrom),
        // The rule blocks less with this fix.
        choice(setFix(`Block from ${nameOf(alertsFrom)}`, [...block.path, 'value'], alertsFrom)),
      ],
    });
  }
}

function broadAlert(alert: WrittenThreshold | undefined, add: AddFinding): void {
  if (alert?.isOn && alert.from === 0) {
    const path = [...alert.path, 'value'];
    add({
      code: 'broad-alert-threshold',
      message: 'alerts on every severity: set 7 (high) or 9 (critical) to get fewer alerts',
      ...alert.place,
      fixes: [choice(setFix('Alert from high', path, 7)), choice(setFix('Alert on critical only', path, 9))],
    });
  }
}

function graceDays(rule: Plain, pairs: readonly ThresholdPair[], add: AddFinding): void {
  const days = rule['graceDays'];
  const policy = objectAt(rule, 'graceDaysPolicy');
  const places = [
    { path: ['graceDays'], value: days },
    ...severities.map((severity) => ({ path: ['graceDaysPolicy', severity], value: policy[severity] })),
  ];
  for (const { path, value } of places) {
    if (typeof value === 'number' && value < 0 && Number.isFinite(value)) {
      add({
        code: 'negative-grace',
        message: `grace days must be 0 or more, not ${value}`,
        path,
        fixes: [changeTo(path, -value), changeTo(path, 0)],
      });
    }
  }
  if (blocks(rule, pairs)) {
    return;
  }
  const code = 'grace-without-block';
  const message =
    'grace days have no effect because this rule does not block: set a block threshold or remove the grace days';
  if (typeof days === 'number' && days > 0 && Number.isFinite(days)) {
    add({ code, message, path: ['graceDays'], fixes: [changeTo(['graceDays'], 0)] });
  }
  if (policy['enabled'] === true && severities.some((severity) => Number(policy[severity]) > 0)) {
    const path = ['graceDaysPolicy', 'enabled'];
    add({ code, message, path, fixes: [setFix('Switch it off', path, false)] });
  }
}

/** The result is true if any part of the rule blocks; an unreadable part may block. */
function blocks(rule: Plain, pairs: readonly ThresholdPair[]): boolean {
  const isOtherType =
    'blockThreshold' in rule && rule['blockThreshold'] !== null && !isPlain(rule['blockThreshold']);
  const isUnclear = typeof (objectAt(rule, 'blockThreshold')['enabled'] ?? false) !== 'boolean';
  return (
    isOtherType ||
    isUnclear ||
    pairs.some(({ block }) => block?.isOn) ||
    ['cveRules', 'tags', 'riskFactorsEffects'].some((key) =>
      listAt(rule, key).some((entry) => isPlain(entry) && entry['effect'] === 'block'),
    )
  );
}

function blocksInVain(kind: PolicyKind, rule: Plain, pairs: readonly ThresholdPair[], add: AddFinding): void {
  if (canBlock(kind)) {
    return;
  }
  const code = 'cannot-block';
  const objects = kind.target === 'host' ? 'hosts' : 'deployed functions';
  const message = `this policy can only alert on vulnerabilities of ${objects}, so this block has no effect: use an alert`;
  for (const { block } of pairs) {
    if (block?.isOn) {
      const path = [...block.path, 'enabled'];
      add({ code, message, path, fixes: [setFix('Switch the block off', path, false)] });
    }
  }
  for (const key of ['cveRules', 'tags']) {
    for (const [index, entry] of listAt(rule, key).entries()) {
      if (isPlain(entry) && entry['effect'] === 'block') {
        const path = [key, index, 'effect'];
        add({ code, message, path, fixes: [setFix('Change to `alert`', path, 'alert')] });
      }
    }
  }
}

/** Words of `effect` that consoles and their documentation use. Some are of older consoles, and `fail` is the word of CI. */
const validWords: readonly string[] = ['ignore', 'alert', 'block', 'fail', 'allow', 'deny'];

/**
 * The words of `effect` that describe the rule. Undefined where no word does: risk factors or package types change the
 * effect.
 */
function effectFieldFor(kind: PolicyKind, rule: Plain): string | undefined {
  const words = (alerts: boolean, blocks: boolean): string =>
    alerts && blocks ? 'alert, block' : blocks ? 'block' : alerts ? 'alert' : 'ignore';
  if (kind.decidesBy === 'checks') {
    const blocks = checksOf(rule).map(({ block }) => block);
    return words(blocks.includes(false), blocks.includes(true));
  }
  const { alert, block } = pairIn(rule, []);
  const isChanged = ['riskFactorsEffects', 'pkgTypesThresholds'].some((key) => listAt(rule, key).length > 0);
  return isChanged || !(alert || block) ? undefined : words(alert?.isOn ?? true, block?.isOn ?? false);
}

/** Finds an `effect` with invalid words, or one that does not match the rule. */
export function checkEffect({ kind, rule, add }: RuleSubject): void {
  if (rule['effect'] === undefined) {
    return;
  }
  const text = (textAt(rule, 'effect') ?? '').trim();
  const all = text.split(',').map((word) => word.trim());
  const known = all.filter((word) => word !== '');
  const unknown = known.find((word) => !validWords.includes(word));
  const does = effectFieldFor(kind, rule);
  const change = (value: string): FixData => setFix(`Change to \`${value}\``, ['effect'], value);
  if (unknown !== undefined) {
    const likelyWords = all.map((word) =>
      word === '' || validWords.includes(word) ? word : closest(word, validWords),
    );
    const value = likelyWords.includes(undefined) ? does : [...new Set(likelyWords)].join(', ');
    const near = closest(unknown, validWords);
    add({
      code: 'unknown-effect',
      message: `${quotedCode(unknown)} is not a valid effect: use ${validWords.map((word) => `\`${word}\``).join(', ')}${near === undefined ? '' : `; did you mean \`${near}\`?`}`,
      path: ['effect'],
      fixes: value === undefined ? [] : [change(value)],
    });
    return;
  }
  const twice = known.find((word, at) => known.indexOf(word) !== at);
  if (twice !== undefined) {
    add({
      code: 'unknown-effect',
      message: `\`effect\` repeats \`${twice}\``,
      path: ['effect'],
      fixes: [change([...new Set(known)].join(', '))],
    });
  }
  const isAsWritten = text === '' || does === undefined || text === does;
  if (!isAsWritten && normal(all) !== normal(does.split(', '))) {
    add({
      code: 'effect-mismatch',
      message: `\`effect\` says ${quotedCode(text)}, but the ${kind.decidesBy} mean \`${does}\`, and only they count`,
      path: ['effect'],
      fixes: [change(does)],
    });
  }
}

/** People in continuous integration write "fail" for "block". */
function normal(effect: readonly string[]): string {
  return effect
    .map((word) => word.replace(/^(fail|deny)$/, 'block'))
    .toSorted()
    .join();
}
