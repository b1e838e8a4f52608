import type { NodePath } from '../../document/syntaxNode.ts';
import type { Plain } from './finding.ts';
import { isPlain, listAt, objectAt } from './plain.ts';

export interface WrittenThreshold {
  readonly kind: 'alert' | 'block';
  readonly path: NodePath;
  /** Whether it does anything. */
  readonly on: boolean;
  readonly value: number | undefined;
  /** Something is written that is no number. */
  readonly isMisread: boolean;
}

/** An alert and a block threshold that belong together: those of the rule and those of each package type. */
export interface ThresholdPair {
  readonly alert: WrittenThreshold | undefined;
  readonly block: WrittenThreshold | undefined;
}

/** Several checks ask for those of one rule, the one after the other. */
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
