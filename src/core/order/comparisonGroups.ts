import { isEmpty, memberText } from '../policy/canonical.ts';
import type { PolicyKind } from '../policy/families.ts';
import { isJsonObject, type JsonObject } from '../json/json.ts';
import { listAt } from './misread.ts';
import { outerBoxOf, orderedRule, type NamedScope, type OrderedRule } from './orderedRule.ts';

/** Fields of a WAAS rule that restrict it within a container or host, beside its collections. */
const groupFields = ['autoProtectPorts', 'windows', 'outOfBandScope', 'trafficMirroring'];

/**
 * The ports, hosts and systems of a WAAS rule, beside its collections. It is not documented whether a rule for other ports of the
 * same container applies, too. Undefined for other policies.
 */
export function comparisonGroupOf({ hasApps }: PolicyKind, rule: JsonObject): string | undefined {
  if (!hasApps) {
    return undefined;
  }
  const members = groupFields.map((key) => memberText(rule.get(key), undefined));
  const endpoints = listAt(rule, 'applicationsSpec').flatMap((application) => {
    const specification = isJsonObject(application) ? application.get('apiSpec') : application;
    const listed = isJsonObject(specification) ? listAt(specification, 'endpoints') : [specification];
    return listed
      .filter((endpoint) => !isEmpty(endpoint, undefined))
      .map((endpoint) => memberText(endpoint, undefined));
  });
  return JSON.stringify([members, [...new Set(endpoints)].sort()]);
}

/** The groups of the enabled rules. */
export function comparisonGroupsOf(rules: readonly OrderedRule[]): readonly (string | undefined)[] {
  const groups: (string | undefined)[] = [];
  for (const { enabled, comparisonGroup: group } of rules) {
    if (enabled && !groups.includes(group)) {
      groups.push(group);
    }
  }
  return groups;
}

/** The rules as one group knows them. */
export function rulesKnownTo(
  rules: readonly OrderedRule[],
  group: string | undefined,
): readonly OrderedRule[] {
  return rules.map((rule) => (rule.comparisonGroup === group ? rule : ruleOfOtherGroup(rule)));
}

function ruleOfOtherGroup(rule: OrderedRule): OrderedRule {
  const scopes = rule.scopes.map((scope) => scopeOfOtherGroup(scope, rule.comparisonGroup));
  return orderedRule({ name: rule.name, enabled: rule.enabled, scopes }, () => rule.effect);
}

/** A collection that rules of a group name, as another group knows it. */
export function scopeOfOtherGroup(scope: NamedScope, group: string | undefined): NamedScope {
  const why = [scope.ends ? 'destinations' : 'endpoints'] as const;
  // Another name: what one group matches is not matched by the other.
  return {
    name: `${scope.name}\n${group ?? ''}`,
    box: undefined,
    outer: outerBoxOf(scope),
    why,
    ...(scope.isEmpty && { isEmpty: scope.isEmpty }),
  };
}
