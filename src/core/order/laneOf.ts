import { isEmpty, memberText } from '../policy/canonical.ts';
import type { PolicyKind } from '../policy/families.ts';
import { isJsonObject, type JsonObject } from '../json/json.ts';
import { listAt } from './misread.ts';

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
