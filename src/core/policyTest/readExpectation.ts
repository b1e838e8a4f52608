import type { PolicyKind } from '../policy/families.ts';
import { boundsOf } from './expect/bound.ts';
import { checkClause, checkWords, noCheck } from './expect/checks.ts';
import { sensorWords } from './ruleActions.ts';
import { allowedClause, connectionClause, connectionWords } from './expect/connections.ts';
import type { Clause, Expectation } from './expect/expectation.ts';
import { noSensor, sensorClause, sensorVerbs } from './expect/sensors.ts';
import { ignoresNothing, severityClause, severityWords, type SeverityVerb } from './expect/severity.ts';
import { membersOf, mostNamed, textsOf } from './plainValues.ts';
import { closest } from '../util/closest.ts';
import type { Path, Problems } from './problems.ts';
import { memberFixes, wordFixes } from './testFixes.ts';

export const noRuleApplies = 'no rule applies';

/** Members of `expect` for every policy: who decides. */
export const whoMembers = ['rule', 'notRule'] as const;

/** What can be expected of the rules of a policy, beside who decides. */
export function effectMembers(kind: Pick<PolicyKind, 'family' | 'decidesBy'>): readonly string[] {
  switch (kind.decidesBy) {
    case 'thresholds':
      return ['alerts', 'blocks', 'ignores'];
    case 'checks':
      return ['alerts', 'blocks', 'checks'];
    case 'connections':
      return ['allowed', 'effect'];
    case 'sensors':
      return [...sensorVerbs(kind), 'effects'];
  }
}

export function readExpectation(
  kind: PolicyKind,
  written: unknown,
  path: Path,
  problems: Problems,
): Expectation | undefined {
  if (written === noRuleApplies) {
    return { clauses: [{ words: noRuleApplies, meets: (decided) => decided === undefined }], names: [] };
  }
  const members = membersOf(written);
  if (!members) {
    return problems.add(
      `it is expected of any matching rule; or \`${noRuleApplies}\``,
      path,
      typeof written === 'string' && closest(written, [noRuleApplies]) !== undefined
        ? wordFixes(written, [noRuleApplies], path)
        : [],
    );
  }
  const known = [...whoMembers, ...effectMembers(kind)];
  const clauses: Clause[] = [];
  const names: string[] = [];
  for (const [key, value] of Object.entries(members)) {
    const place = [...path, key];
    if (!known.includes(key)) {
      problems.add(
        `rules of ${kind.name} do not have this expectation; use one of ${known.map((one) => `\`${one}\``).join(', ')}`,
        place,
        memberFixes(
          key,
          known.filter((one) => !Object.hasOwn(members, one)),
          place,
        ),
      );
      continue;
    }
    if (key === 'rule' || key === 'notRule') {
      const expected = textsOf(value) ?? [];
      if (expected.length === 0 || expected.length > mostNamed || expected.includes('')) {
        problems.add(`give names of rules, at most ${mostNamed}`, place);
      }
      clauses.push(ruleClause(expected, key === 'rule'));
      names.push(...expected);
    } else {
      clauses.push(...effectClauses(kind, key, value, place, problems));
    }
  }
  if (Object.keys(members).length === 0) {
    problems.add('`expect` is empty', path);
  }
  return { clauses, names };
}

function ruleClause(names: readonly string[], isWanted: boolean): Clause {
  const quoted = names.map((name) => `"${name}"`).join(' or ');
  return {
    words: `${quoted} ${isWanted ? 'applies' : 'never applies'}`,
    meets: (decided) => (decided !== undefined && names.includes(decided.name)) === isWanted,
  };
}

function effectClauses(
  kind: PolicyKind,
  key: string,
  value: unknown,
  path: Path,
  problems: Problems,
): readonly Clause[] {
  const one = (
    clause: Clause | undefined,
    words: readonly string[],
    [place, written]: readonly [Path, unknown] = [path, value],
  ): readonly Clause[] => {
    if (!clause) {
      problems.add(`use one of ${words.join(', ')}`, place, wordFixes(written, words, place));
    }
    return clause ? [clause] : [];
  };
  const text = typeof value === 'string' ? value : '';
  const never = (clause: () => Clause): readonly Clause[] =>
    one(text === 'never' ? clause() : undefined, ['never']);
  const each = (
    clauseOf: (name: string, written: string) => Clause | undefined,
    words: readonly string[],
  ): readonly Clause[] => {
    const entries = Object.entries(membersOf(value) ?? {});
    if (entries.length === 0 || entries.length > mostNamed) {
      problems.add(
        entries.length === 0 ? 'nothing is expected here' : `more than ${mostNamed} are named`,
        path,
      );
      return [];
    }
    return entries.flatMap(([name, written]) =>
      one(clauseOf(name, typeof written === 'string' ? written : ''), boundsOf(words), [
        [...path, name],
        written,
      ]),
    );
  };
  switch (key) {
    case 'ignores':
      return never(() => ignoresNothing(kind));
    case 'checks':
      return each((id, written) => checkClause(kind, id, written), checkWords);
    case 'effects':
      return each((place, written) => sensorClause(kind, place, written), sensorWords(kind));
    case 'allowed':
      return one(typeof value === 'boolean' ? allowedClause(kind, value) : undefined, ['true', 'false']);
    case 'effect':
      return one(connectionClause(kind, text), boundsOf(connectionWords));
    default:
      break;
  }
  if (kind.decidesBy === 'thresholds') {
    return one(severityClause(kind, key as SeverityVerb, text), boundsOf(severityWords));
  }
  return never(() =>
    kind.decidesBy === 'checks' ? noCheck(kind, key as 'alerts' | 'blocks') : noSensor(kind, key),
  );
}
