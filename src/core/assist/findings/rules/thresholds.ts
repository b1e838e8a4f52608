import type { NodePath } from '../../../document/syntaxNode.ts';
import { changeTo, type FixData, type Plain, type RuleCheck } from '../finding.ts';
import { isPlain, listAt, objectAt } from '../plainData.ts';
import { severityNames } from '../../../policy/severityNames.ts';
import { canBlock } from '../../../policy/families.ts';

export interface WrittenThreshold {
  readonly kind: 'alert' | 'block';
  readonly path: NodePath;
  /** The flag is true when the threshold acts. */
  readonly on: boolean;
  readonly value: number | undefined;
  /** The value is set but is not a number. */
  readonly isMisread: boolean;
}

/** A pair has the alert and the block threshold of the rule, or of a package type. */
export interface ThresholdPair {
  readonly alert: WrittenThreshold | undefined;
  readonly block: WrittenThreshold | undefined;
}

/** The cache has one rule, because several checks ask for the same rule in a row. */
let last: { readonly rule: Plain; readonly pairs: readonly ThresholdPair[] } | undefined;

export function thresholdsOf(rule: Plain): readonly ThresholdPair[] {
  if (last?.rule !== rule) {
    const ofTypes = listAt(rule, 'pkgTypesThresholds').flatMap((item, index) =>
      isPlain(item) ? [pairIn(item, ['pkgTypesThresholds', index])] : [],
    );
    last = { rule, pairs: [pairIn(rule, []), ...ofTypes] };
  }
  return last.pairs;
}

function pairIn(holder: Plain, path: NodePath): ThresholdPair {
  const written = (kind: 'alert' | 'block'): WrittenThreshold | undefined => {
    const key = `${kind}Threshold`;
    if (!isPlain(holder[key])) {
      return undefined;
    }
    const { disabled, enabled, value } = objectAt(holder, key);
    return {
      kind,
      path: [...path, key],
      on: kind === 'alert' ? disabled !== true : enabled === true,
      value: typeof value === 'number' ? value : undefined,
      isMisread: (value ?? undefined) !== undefined && typeof value !== 'number',
    };
  };
  return { alert: written('alert'), block: written('block') };
}

export const thresholdValue: RuleCheck = {
  code: 'threshold-value',
  summary: 'A threshold is not 0, 1, 4, 7 or 9.',
  severity: 'warning',
  scope: 'rule',
  applies: (kind) => kind.decidesBy === 'thresholds' || kind.decidesBy === 'checks',
  *check({ rule }) {
    for (const threshold of thresholdsOf(rule).flatMap(({ alert, block }) => [alert, block])) {
      const value = threshold?.value;
      if (threshold && value !== undefined && Number.isFinite(value) && !severityNames.has(value)) {
        const path = [...threshold.path, 'value'];
        yield {
          message: `a threshold is 0, 1 (low), 4 (medium), 7 (high) or 9 (critical), not ${value}`,
          path,
          fixes: nearest(value).map((next): FixData => ({
            kind: 'set',
            title: `Change to ${next} (${severityNames.get(next)})`,
            path,
            value: next,
          })),
        };
      }
    }
  },
};

/** The two severities around a value, the nearer one first. */
function nearest(value: number): number[] {
  return [...severityNames.keys()]
    .filter((each) => each > 0)
    .toSorted((a, b) => Math.abs(a - value) - Math.abs(b - value))
    .slice(0, 2);
}

export const blockBelowAlert: RuleCheck = {
  code: 'block-below-alert',
  summary: 'A rule blocks severities for which it does not alert.',
  severity: 'warning',
  scope: 'rule',
  applies: (kind) => kind.decidesBy === 'thresholds',
  *check({ rule }) {
    for (const { alert, block } of thresholdsOf(rule)) {
      // An unreadable threshold cannot be compared.
      if (!alert?.on || !block?.on || alert.isMisread || block.isMisread) {
        continue;
      }
      const [alertsFrom, blocksFrom] = [alert.value ?? 0, block.value ?? 0];
      if (blocksFrom < alertsFrom) {
        const path = [...block.path, 'value'];
        yield {
          message: `blocks from ${nameOf(blocksFrom)} but alerts only from ${nameOf(alertsFrom)}: set the block threshold at or above the alert threshold`,
          path: block.value === undefined ? block.path : path,
          mark: block.value === undefined ? 'key' : 'value',
          fixes: [
            {
              kind: 'set',
              title: `Alert from ${nameOf(blocksFrom)}`,
              path: [...alert.path, 'value'],
              value: blocksFrom,
            },
            // The rule blocks less with this fix.
            {
              kind: 'set',
              title: `Block from ${nameOf(alertsFrom)}`,
              path,
              value: alertsFrom,
              isChoice: true,
            },
          ],
        };
      }
    }
  },
};

function nameOf(value: number): string {
  return severityNames.get(value) ?? String(value);
}

export const broadAlertThreshold: RuleCheck = {
  code: 'broad-alert-threshold',
  summary: 'A vulnerability rule alerts on every severity.',
  severity: 'information',
  scope: 'rule',
  applies: (kind) => kind.decidesBy === 'thresholds',
  *check({ rule }) {
    for (const { alert } of thresholdsOf(rule)) {
      if (alert?.on && !alert.isMisread && (alert.value ?? 0) === 0) {
        const path = [...alert.path, 'value'];
        yield {
          message: 'alerts on every severity: set 7 (high) or 9 (critical) to get fewer alerts',
          path: alert.value === undefined ? alert.path : path,
          mark: alert.value === undefined ? 'key' : 'value',
          fixes: [
            { kind: 'set', title: 'Alert from high', path, value: 7, isChoice: true },
            { kind: 'set', title: 'Alert on critical only', path, value: 9, isChoice: true },
          ],
        };
      }
    }
  },
};

export const cannotBlock: RuleCheck = {
  code: 'cannot-block',
  summary: 'A rule blocks in a policy that can only alert.',
  severity: 'warning',
  scope: 'rule',
  applies: (kind) => kind.decidesBy === 'thresholds' && !canBlock(kind),
  *check({ kind, rule }) {
    const objects = kind.target === 'host' ? 'hosts' : 'deployed functions';
    const message = `this policy can only alert on vulnerabilities of ${objects}, it cannot block`;
    for (const { block } of thresholdsOf(rule)) {
      if (block?.on) {
        const path = [...block.path, 'enabled'];
        yield { message, path, fixes: [{ kind: 'set', title: 'Switch the block off', path, value: false }] };
      }
    }
    for (const key of ['cveRules', 'tags']) {
      for (const [index, entry] of listAt(rule, key).entries()) {
        if (isPlain(entry) && entry['effect'] === 'block') {
          const path = [key, index, 'effect'];
          yield { message, path, fixes: [{ kind: 'set', title: 'Change to `alert`', path, value: 'alert' }] };
        }
      }
    }
  },
};

export const severities = ['low', 'medium', 'high', 'critical'];

export const negativeGrace: RuleCheck = {
  code: 'negative-grace',
  summary: 'A number of grace days is negative.',
  severity: 'warning',
  scope: 'rule',
  applies: (kind) => kind.decidesBy === 'thresholds',
  *check({ rule }) {
    const policy = objectAt(rule, 'graceDaysPolicy');
    const places = [
      { path: ['graceDays'], days: rule['graceDays'] },
      ...severities.map((severity) => ({ path: ['graceDaysPolicy', severity], days: policy[severity] })),
    ];
    for (const { path, days } of places) {
      if (typeof days === 'number' && days < 0 && Number.isFinite(days)) {
        yield {
          message: `grace days must be 0 or more, not ${days}`,
          path,
          fixes: [-days, 0].map((value) => changeTo(path, value)),
        };
      }
    }
  },
};

export const graceWithoutBlock: RuleCheck = {
  code: 'grace-without-block',
  summary: 'A rule has grace days, but blocks nothing.',
  severity: 'warning',
  scope: 'rule',
  applies: (kind) => kind.decidesBy === 'thresholds',
  *check({ rule }) {
    if (blocks(rule)) {
      return;
    }
    const message =
      'grace days have no effect because this rule does not block: set a block threshold or remove the grace days';
    const days = rule['graceDays'];
    if (typeof days === 'number' && days > 0 && Number.isFinite(days)) {
      const path = ['graceDays'];
      yield { message, path, fixes: [changeTo(path, 0)] };
    }
    const policy = objectAt(rule, 'graceDaysPolicy');
    if (policy['enabled'] === true && severities.some((severity) => Number(policy[severity]) > 0)) {
      const path = ['graceDaysPolicy', 'enabled'];
      yield { message, path, fixes: [{ kind: 'set', title: 'Switch it off', path, value: false }] };
    }
  },
};

/** The result is true if any part of the rule blocks; an unreadable part may block. */
function blocks(rule: Plain): boolean {
  const isOdd =
    'blockThreshold' in rule && rule['blockThreshold'] !== null && !isPlain(rule['blockThreshold']);
  const isOpen = typeof (objectAt(rule, 'blockThreshold')['enabled'] ?? false) !== 'boolean';
  return (
    isOdd ||
    isOpen ||
    thresholdsOf(rule).some(({ block }) => block?.on) ||
    ['cveRules', 'tags', 'riskFactorsEffects'].some((key) =>
      listAt(rule, key).some((entry) => isPlain(entry) && entry['effect'] === 'block'),
    )
  );
}
