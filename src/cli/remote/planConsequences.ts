import type { Change } from '../../core/order/effect/change.ts';
import { effectWords } from '../../core/order/effect/effectOf.ts';
import { exampleWords } from '../../core/order/exampleWords.ts';
import { policyConsequences, type PolicyConsequences } from '../../core/order/policyConsequences.ts';
import { OrderReader } from '../../core/order/policyOrder.ts';
import type { NamedRule } from '../../core/order/orderFindings.ts';
import type { KnownCollections } from '../../core/policy/collections.ts';
import { policyKind } from '../../core/policy/families.ts';
import type { PushPlan } from '../../core/sync/outcomes.ts';

/** What a push of the plan hands from one rule to another. */
export function planConsequences(
  { ref, live, next }: PushPlan,
  collections: KnownCollections,
): PolicyConsequences {
  const kind = policyKind(ref.policy);
  if (!kind) {
    return { consequences: [], decisionsChange: undefined, isComplete: false };
  }
  const reader = new OrderReader(kind, collections);
  return policyConsequences(reader.read(live), reader.read(next));
}

const milder: Readonly<Record<Change, boolean | null>> = {
  milder: true,
  stricter: false,
  same: false,
  mixed: null,
  'not known': null,
};

export function consequencesAsJson({ decisionsChange, consequences }: PolicyConsequences): object {
  return {
    decisionsChange: decisionsChange ?? null,
    consequences: consequences.map(({ from, to, change, example }) => ({
      from: from?.name ?? null,
      to: to?.name ?? null,
      milder: milder[change],
      example,
    })),
  };
}

/** More are counted. */
const mostShown = 20;

export function consequenceLines({
  decisionsChange,
  consequences,
  isComplete,
}: PolicyConsequences): readonly string[] {
  if (decisionsChange !== true) {
    return [decisionsChange === false ? 'no decision changes' : 'whether decisions change is not known'];
  }
  const shown = consequences
    .slice(0, mostShown)
    .map(
      ({ from, to, before, after, change, example }) =>
        `${change === 'milder' ? 'MILDER: ' : ''}${named(from)} → ${named(to)}: ${effectWords(before)} → ${effectWords(after)}, such as ${exampleWords(example)}`,
    );
  const more = consequences.length - shown.length;
  return [
    'decided by another rule:',
    ...[
      ...shown,
      ...(more > 0 ? [`and ${more} more`] : []),
      ...(isComplete ? [] : ['there may be more: not everything is known']),
    ].map((line) => `  ${line}`),
  ];
}

function named(rule: NamedRule | undefined): string {
  return rule ? `"${rule.name}"` : 'no rule';
}
