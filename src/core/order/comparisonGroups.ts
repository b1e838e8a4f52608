import { isEmpty, memberText } from '../policy/canonical.ts';
import type { PolicyKind } from '../policy/families.ts';
import { isJsonObject, type JsonObject } from '../json/json.ts';
import { listAt } from './misread.ts';
import { reachOf, type NamedScope, type OrderedRule } from './orderedRule.ts';

/** Members of a WAAS rule that say what of a container or host it looks at, beside its collections. */
const ofRule = ['autoProtectPorts', 'windows', 'outOfBandScope', 'trafficMirroring'];

/**
 * What a WAAS rule looks at beside its collections: ports, hosts, systems. It is documented nowhere whether a rule for other
 * ports of the same container gets its turn. Undefined for other policies, which have nothing of the kind.
 */
export function laneOf({ hasApps }: PolicyKind, rule: JsonObject): string | undefined {
  if (!hasApps) {
    return undefined;
  }
  const members = ofRule.map((key) => memberText(rule.get(key), undefined));
  const endpoints = listAt(rule, 'applicationsSpec').flatMap((application) => {
    const specification = isJsonObject(application) ? application.get('apiSpec') : application;
    const listed = isJsonObject(specification) ? listAt(specification, 'endpoints') : [specification];
    return listed.filter((one) => !isEmpty(one, undefined)).map((one) => memberText(one, undefined));
  });
  return JSON.stringify([members, [...new Set(endpoints)].sort()]);
}

/** Of the rules that take part. */
export function lanesOf(rules: readonly OrderedRule[]): readonly (string | undefined)[] {
  const lanes = new Set<string | undefined>();
  for (const { enabled, lane } of rules) {
    if (enabled) {
      lanes.add(lane);
    }
  }
  return [...lanes];
}

/** The rules as one lane knows them. */
export function inLane(rules: readonly OrderedRule[], lane: string | undefined): readonly OrderedRule[] {
  return rules.map((rule) => (rule.lane === lane ? rule : fromAside(rule)));
}

function fromAside(rule: OrderedRule): OrderedRule {
  return {
    name: rule.name,
    enabled: rule.enabled,
    scopes: rule.scopes.map((scope) => fromOtherLane(scope, rule.lane)),
    // Worked out on demand.
    get effect() {
      return rule.effect;
    },
  };
}

/** A collection that rules of a lane name, as another lane knows it. */
export function fromOtherLane(scope: NamedScope, lane: string | undefined): NamedScope {
  const why = [scope.ends ? 'destinations' : 'endpoints'] as const;
  // The same collection is not the same scope: it is taken as far as another lane goes.
  return {
    name: `${scope.name}\n${lane ?? ''}`,
    box: undefined,
    may: reachOf(scope),
    why,
    ...(scope.isEmpty && { isEmpty: scope.isEmpty }),
  };
}
