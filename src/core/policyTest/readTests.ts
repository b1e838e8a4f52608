import { validators, type SchemaError, type ValidatorName } from '../../generated/validators.js';
import { policyKind, type PolicyKind } from '../policy/families.ts';
import { closest } from '../util/closest.ts';
import { freeName } from '../util/freeName.ts';
import { isPlain, type Plain } from '../util/plainRecord.ts';
import {
  checkClause,
  noCheck,
  type Clause,
  type Expectation,
  allowedClause,
  connectionClause,
  type Verb,
} from './expect/expectation.ts';
import { noSensor, sensorClause } from './expect/sensors.ts';
import { ignoresNothing, severityClause } from './expect/severity.ts';
import { Problems, type Path, type PolicyTest, type PolicyTests, type TestFix } from './policyTest.ts';
import { readSubject, textsOf, type WrittenSubjects } from './readSubject.ts';

/** A file with more tests than this is not read. */
export const MAX_TESTS = 1000;

export const noRuleApplies = 'no rule applies';

/** A test in the form of the schema of its family. */
type WrittenTest = WrittenSubjects & {
  readonly name: string;
  readonly expect?: Plain | string;
  readonly allowUnknown?: boolean;
};

/** Returns the schema for tests of a policy kind; a file without a policy has the general schema. */
export function testSchemaOf(kind: PolicyKind | undefined): ValidatorName {
  return kind ? `policy-test/${kind.family}` : 'policy-test';
}

/**
 * Reads the data of a test file and never throws. Tests that the schema rejects, and tests with a problem,
 * are omitted. The result contains only problems that the schema does not find.
 */
export function readTests(plain: unknown): PolicyTests {
  const { policy: name, tests }: Plain = isPlain(plain) ? plain : {};
  const kind = typeof name === 'string' ? policyKind(name) : undefined;
  if (Array.isArray(tests) && tests.length > MAX_TESTS) {
    return {
      kind,
      tests: [],
      problems: [{ message: `the limit is ${MAX_TESTS} tests`, path: ['tests'] }],
    };
  }
  const validate = validators[testSchemaOf(kind)];
  const rejected = new Set(validate(plain) ? [] : (validate.errors ?? []).map(testOfError));
  const problems = new Problems();
  const names = new Set<string>();
  const read: PolicyTest[] = [];
  if (kind && !rejected.has(undefined)) {
    for (const [index, test] of (tests as readonly WrittenTest[]).entries()) {
      const result = rejected.has(index) ? undefined : readTest(kind, test, index, names, problems);
      read.push(...(result ? [result] : []));
    }
  }
  return { kind, tests: read, problems: problems.all };
}

/** Returns the index of the test that has the error; undefined for an error of the whole file. */
function testOfError({ instancePath }: SchemaError): number | undefined {
  const [, index] = /^\/tests\/(\d+)/.exec(instancePath) ?? [];
  return index === undefined ? undefined : Number(index);
}

function readTest(
  kind: PolicyKind,
  test: WrittenTest,
  index: number,
  names: Set<string>,
  problems: Problems,
): PolicyTest | undefined {
  const path: Path = ['tests', index];
  const { name, expect, allowUnknown = false } = test;
  const before = problems.all.length;
  if (name.trim() === '') {
    return problems.add('a test needs a name', [...path, 'name']);
  }
  if (names.has(name)) {
    const place = [...path, 'name'];
    const value = freeName(names, (number) => `${name} (${number})`, 2);
    problems.add('another test has this name', place, [{ path: place, value }]);
  }
  names.add(name);
  const subject = readSubject(kind, test, path, problems);
  const expectation =
    subject && readExpectation(kind, subject.kind === 'order', expect, [...path, 'expect'], problems);
  return subject && expectation && problems.all.length === before
    ? { name, index, subject, expect: expectation, allowsUnknown: allowUnknown }
    : undefined;
}

/** Reads an expectation that the schema of its family accepts. A test of an order has none. */
function readExpectation(
  kind: PolicyKind,
  isOrder: boolean,
  written: WrittenTest['expect'],
  path: Path,
  problems: Problems,
): Expectation | undefined {
  if (isOrder) {
    return written === undefined
      ? { clauses: [], names: [] }
      : problems.add('a test of an order has no `expect`', path, [{ path }]);
  }
  if (written === undefined) {
    return problems.add('the test has no `expect`', path.slice(0, -1));
  }
  if (written === noRuleApplies) {
    return { clauses: [{ words: noRuleApplies, meets: (decided) => decided === undefined }], names: [] };
  }
  if (typeof written === 'string') {
    const isMeant = closest(written, [noRuleApplies]) !== undefined;
    const fixes: readonly TestFix[] = isMeant ? [{ path, value: noRuleApplies }] : [];
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
  return { clauses, names };
}

function clausesOf(kind: PolicyKind, key: string, value: unknown): readonly Clause[] {
  const ofParts = (clauseOf: (kind: PolicyKind, name: string, written: string) => Clause) =>
    Object.entries(isPlain(value) ? value : {}).map(([name, part]) => clauseOf(kind, name, String(part)));
  switch (key) {
    case 'rule':
    case 'notRule':
      return [ruleClause(textsOf(value), key === 'rule')];
    case 'ignores':
      return [ignoresNothing(kind)];
    case 'checks':
      return ofParts(checkClause);
    case 'effects':
      return ofParts(sensorClause);
    case 'allowed':
      return [allowedClause(kind, value === true)];
    case 'effect':
      return [connectionClause(kind, String(value))];
    default:
      return [verbClause(kind, key as Verb, String(value))];
  }
}

function verbClause(kind: PolicyKind, verb: Verb, written: string): Clause {
  switch (kind.decidesBy) {
    case 'thresholds':
      return severityClause(kind, verb, written);
    case 'checks':
      return noCheck(kind, verb);
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
