import { validators, type SchemaError, type ValidatorName } from '../../generated/validators.js';
import { policyKind, type PolicyKind } from '../policy/families.ts';
import { Problems, type Path, type PolicyTest, type PolicyTests } from './policyTest.ts';
import { readExpectation } from './readExpectation.ts';
import { readSubject, type WrittenSubjects } from './readSubject.ts';
import { at, membersOf, type Members } from './plainValues.ts';

/** A file with more tests than this is not read. */
export const MAX_TESTS = 1000;

/** A test in the form of the schema of its family. */
type WrittenTest = WrittenSubjects & {
  readonly name: string;
  readonly expect?: Members | string;
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
  const members = membersOf(plain) ?? {};
  const [name, tests] = [at(members, 'policy'), at(members, 'tests')];
  const kind = typeof name === 'string' ? policyKind(name) : undefined;
  if (Array.isArray(tests) && tests.length > MAX_TESTS) {
    return {
      kind,
      tests: [],
      problems: [{ message: `the limit is ${MAX_TESTS} tests`, path: ['tests'] }],
    };
  }
  const validate = validators[testSchemaOf(kind)];
  const wrong = new Set(validate(plain) ? [] : (validate.errors ?? []).map(testOfError));
  const problems = new Problems();
  const names = new Set<string>();
  const read: PolicyTest[] = [];
  if (kind && !wrong.has(undefined)) {
    for (const [index, test] of (tests as readonly WrittenTest[]).entries()) {
      const one = wrong.has(index) ? undefined : readTest(kind, test, index, names, problems);
      read.push(...(one ? [one] : []));
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
    problems.add('another test has this name', place, [
      { kind: 'set', path: place, value: freeName(name, names) },
    ]);
  }
  names.add(name);
  const subject = readSubject(kind, test, path, problems);
  const expectation =
    subject &&
    (subject.kind === 'order'
      ? expectationOfOrder(expect, path, problems)
      : expected(kind, expect, path, problems));
  return subject && expectation && problems.all.length === before
    ? { name, index, subject, expect: expectation, allowsUnknown: allowUnknown }
    : undefined;
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let number = 2;
  while (taken.has(`${name} (${number})`)) {
    number += 1;
  }
  return `${name} (${number})`;
}

function expectationOfOrder(
  expect: WrittenTest['expect'],
  path: Path,
  problems: Problems,
): PolicyTest['expect'] | undefined {
  const place = [...path, 'expect'];
  return expect === undefined
    ? { clauses: [], names: [] }
    : problems.add('a test of an order has no `expect`', place, [{ kind: 'remove', path: place }]);
}

function expected(
  kind: PolicyKind,
  expect: WrittenTest['expect'],
  path: Path,
  problems: Problems,
): PolicyTest['expect'] | undefined {
  return expect === undefined
    ? problems.add('the test has no `expect`', path)
    : readExpectation(kind, expect, [...path, 'expect'], problems);
}
