import { policyKind, policyKinds, type PolicyKind } from '../policy/families.ts';
import { closest } from '../util/closest.ts';
import { at, membersOf, type Members } from './plainValues.ts';
import type { PolicyTest, PolicyTests } from './policyTest.ts';
import { Problems, type Path } from './problems.ts';
import { readExpectation } from './readExpectation.ts';
import { readSubject } from './readSubject.ts';
import { wordFixes } from './testFixes.ts';

/** A larger file is not read. */
export const mostTestFileBytes = 256 * 1024;
/** A file with more is not read. */
export const mostTests = 1000;

/**
 * Reads the data of a file of tests, whose shape the schema has checked. Never throws; a test with a problem is left out, the
 * others stay.
 */
export function readTests(plain: unknown): PolicyTests {
  const problems = new Problems();
  const members = membersOf(plain);
  const kind = members && readKind(at(members, 'policy'), problems);
  const written = members && at(members, 'tests');
  const tests: PolicyTest[] = [];
  if (!members) {
    problems.add('a test file needs `policy` and `tests`', []);
  } else if (!Array.isArray(written)) {
    problems.add('`tests` must be a list', written === undefined ? [] : ['tests']);
  } else if (written.length > mostTests) {
    problems.add(`the limit is ${mostTests} tests`, ['tests']);
  } else if (kind) {
    const names = new Set<string>();
    for (const [index, one] of written.entries()) {
      const before = problems.all.length;
      const test = readTest(kind, one, index, names, problems);
      if (test && problems.all.length === before) {
        tests.push(test);
      } else if (problems.all.length === before) {
        problems.add('this test cannot be read', ['tests', index]);
      }
    }
  }
  return { kind, tests, problems: problems.all };
}

function readKind(written: unknown, problems: Problems): PolicyKind | undefined {
  const kind = typeof written === 'string' ? policyKind(written) : undefined;
  if (kind) {
    return kind;
  }
  if (typeof written !== 'string') {
    return problems.add('the policy is missing, such as `policy: vulnerability/images`', []);
  }
  const meant = closest(
    written,
    policyKinds.map(({ name }) => name),
  );
  return problems.add(
    `there is no policy of this name${meant ? `, did you mean \`${meant}\`?` : ''}`,
    ['policy'],
    meant === undefined ? [] : wordFixes(meant, [meant], ['policy']),
  );
}

const subjects = ['resource', 'connection', 'every', 'order'] as const;

function readTest(
  kind: PolicyKind,
  written: unknown,
  index: number,
  names: Set<string>,
  problems: Problems,
): PolicyTest | undefined {
  const path: Path = ['tests', index];
  const members = membersOf(written);
  if (!members) {
    return problems.add('a test needs a name, a subject and an expectation', path);
  }
  const name = at(members, 'name');
  if (typeof name !== 'string' || name.trim() === '') {
    return problems.add('a test needs a name', path);
  }
  if (names.has(name)) {
    const place = [...path, 'name'];
    problems.add('another test has this name', place, [
      { kind: 'set', path: place, value: freeName(name, names) },
    ]);
  }
  names.add(name);
  const named = subjects.filter((one) => at(members, one) !== undefined);
  const [about, other] = named;
  if (!about || other) {
    return problems.add(
      other
        ? `a test has one subject; remove \`${about}\` or \`${other}\``
        : 'the test has no subject: add `resource`, `every` or `order`; for network rules `connection` or `every`',
      path,
      named.map((one) => ({ kind: 'remove', path: [...path, one], isChoice: true })),
    );
  }
  const subject = readSubject(kind, about, at(members, about), [...path, about], problems);
  const expect = expectationOf(kind, about, members, path, problems);
  return (
    subject && expect && { name, index, subject, expect, allowsUnknown: at(members, 'allowUnknown') === true }
  );
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let number = 2;
  while (taken.has(`${name} (${number})`)) {
    number += 1;
  }
  return `${name} (${number})`;
}

function expectationOf(
  kind: PolicyKind,
  about: (typeof subjects)[number],
  members: Members,
  path: Path,
  problems: Problems,
): PolicyTest['expect'] | undefined {
  const written = at(members, 'expect');
  if (about === 'order') {
    return written === undefined
      ? { clauses: [], names: [] }
      : problems.add(
          'a test of an order has no `expect`',
          [...path, 'expect'],
          [{ kind: 'remove', path: [...path, 'expect'] }],
        );
  }
  return written === undefined
    ? problems.add('the test has no `expect`', path)
    : readExpectation(kind, written, [...path, 'expect'], problems);
}
