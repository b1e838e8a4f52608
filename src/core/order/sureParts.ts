import type { NamedScope, OrderedRule } from './orderedRule.ts';
import { canBeSeveral, isRanges, type Box } from './scope.ts';

type Naming = Pick<OrderedRule, 'enabled' | 'scopes'>;

/**
 * Rules that name, beside a collection of which it is not known exactly what it names, what of it is certain: that is decided by
 * them, whatever else they name.
 */
export function withSureParts(rules: readonly OrderedRule[]): readonly Naming[] {
  const parts = new Map<NamedScope, NamedScope | undefined>();
  const partOf = (scope: NamedScope): NamedScope | undefined => {
    if (!parts.has(scope)) {
      parts.set(scope, surePart(scope));
    }
    return parts.get(scope);
  };
  return rules.map((rule) => {
    const sure = rule.scopes.map(partOf).filter((part) => part !== undefined);
    return sure.length === 0 ? rule : { enabled: rule.enabled, scopes: [...rule.scopes, ...sure] };
  });
}

function surePart({ name, box, single }: NamedScope): NamedScope | undefined {
  return box || !single?.least || isOfSingleLabels(single.least)
    ? undefined
    : { name: `\nsurely ${name}`, box: single.least };
}

/** Of resources with several labels it is not known then. */
function isOfSingleLabels(box: Box): boolean {
  return box.some(
    (values, field) => values && canBeSeveral(field) && !isRanges(values) && values.none.length > 0,
  );
}
