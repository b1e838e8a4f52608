import type { PolicyKind } from '../policy/families.ts';
import { closest } from '../util/closest.ts';
import { checkClause, noCheck } from './expect/checks.ts';
import { allowedClause, connectionClause } from './expect/connections.ts';
import type { Clause, Expectation } from './expect/expectation.ts';
import { noSensor, sensorClause } from './expect/sensors.ts';
import { ignoresNothing, severityClause, type SeverityVerb } from './expect/severity.ts';
import { membersOf, textsOf, type Members } from './plainValues.ts';
import type { Path, Problems, TestFix } from './policyTest.ts';

export const noRuleApplies = 'no rule applies';

/** Reads an expectation that the schema of its family accepts. */
export function readExpectation(
  kind: PolicyKind,
  written: Members | string,
  path: Path,
  problems: Problems,
): Expectation | undefined {
  if (written === noRuleApplies) {
    return { clauses: [{ words: noRuleApplies, meets: (decided) => decided === undefined }], names: [] };
  }
  if (typeof written === 'string') {
    const isMeant = closest(written, [noRuleApplies]) !== undefined;
    const fixes: readonly TestFix[] = isMeant ? [{ kind: 'set', path, value: noRuleApplies }] : [];
    return problems.add(
      `an expectation has fields such as \`rule\`, or is \`${noRuleApplies}\``,
      path,
      fixes,
    );
  }
  const clauses = Object.entries(written).flatMap(([key, value]) => clausesOf(kind, key, value));
  const names = ['rule', 'notRule'].flatMap((key) =>
    written[key] === undefined ? [] : textsOf(written[key]),
  );
  return { clauses: clauses.filter((clause) => clause !== undefined), names };
}

function clausesOf(kind: PolicyKind, key: string, value: unknown): readonly (Clause | undefined)[] {
  const each = (clauseOf: (kind: PolicyKind, name: string, written: string) => Clause | undefined) =>
    Object.entries(membersOf(value) ?? {}).map(([name, written]) => clauseOf(kind, name, String(written)));
  switch (key) {
    case 'rule':
    case 'notRule':
      return [ruleClause(textsOf(value), key === 'rule')];
    case 'ignores':
      return [ignoresNothing(kind)];
    case 'checks':
      return each(checkClause);
    case 'effects':
      return each(sensorClause);
    case 'allowed':
      return [allowedClause(kind, value === true)];
    case 'effect':
      return [connectionClause(kind, String(value))];
    default:
      return [verbClause(kind, key, String(value))];
  }
}

/** `alerts`, `blocks`, `prevents` or `bans`. */
function verbClause(kind: PolicyKind, verb: string, written: string): Clause | undefined {
  switch (kind.decidesBy) {
    case 'thresholds':
      return severityClause(kind, verb as SeverityVerb, written);
    case 'checks':
      return noCheck(kind, verb as SeverityVerb);
    case 'sensors':
    case 'connections':
    default:
      return noSensor(kind, verb);
  }
}

function ruleClause(names: readonly string[], isWanted: boolean): Clause {
  const quoted = names.map((name) => `"${name}"`).join(' or ');
  return {
    words: `${quoted} ${isWanted ? 'applies' : 'never applies'}`,
    meets: (decided) => (decided !== undefined && names.includes(decided.name)) === isWanted,
  };
}
