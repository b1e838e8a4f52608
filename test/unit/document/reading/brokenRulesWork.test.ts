import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import type { Spelling } from '../../../../src/core/policy/policyFile.ts';
import type { StructureProblem } from '../../../../src/core/document/reading/problems.ts';

interface Reading {
  readonly problems: readonly StructureProblem[];
  /** Characters that were looked at, one by one or by a search for something. */
  readonly looked: number;
}

const own = Object.getOwnPropertyDescriptors(String.prototype);

const charCodeAt = own.charCodeAt.value as (at: number) => number;
const indexOf = own.indexOf.value as (what: string, from: number) => number;
const lastIndexOf = own.lastIndexOf.value as (what: string, from: number) => number;
const includes = own.includes.value as (what: string, from: number) => boolean;
const originals = { charCodeAt, indexOf, lastIndexOf, includes };

function read(text: string, spelling: Spelling): Reading {
  let looked = 0;
  const search = (within: string, what: string, from: number): number => {
    const found = indexOf.call(within, what, from);
    looked += (found < 0 ? within.length : found) - Math.min(from, within.length);
    return found;
  };
  // Not `mock.method`: it keeps every call.
  Object.assign(String.prototype, {
    charCodeAt(this: string, at: number) {
      looked++;
      return charCodeAt.call(this, at);
    },
    indexOf(this: string, what: string, from = 0) {
      return search(this, what, from);
    },
    lastIndexOf(this: string, what: string, from = this.length) {
      const found = lastIndexOf.call(this, what, from);
      looked += Math.max(0, from) - Math.max(0, found);
      return found;
    },
    includes(this: string, what: string, from = 0) {
      return search(this, what, from) >= 0;
    },
  });
  try {
    const { problems } = readPolicyText(text, spelling);
    return { problems, looked };
  } finally {
    Object.assign(String.prototype, originals);
  }
}

function repeated(count: number, item: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => item(index)).join('');
}

const texts: readonly [name: string, Spelling, of: (count: number) => string][] = [
  ['rules without a colon in one line', 'json', (n) => `{"rules":[${'{"name":"a" "b"},'.repeat(n)}]}`],
  ['rules without a colon', 'json', (n) => `{"rules":[\n${'  {"name":"a" "b"},\n'.repeat(n)}]}`],
  ['rules without a colon', 'yaml', (n) => `rules:\n${'  - name: a\n    "b"\n'.repeat(n)}`],
  ['no rules, and no end', 'json', (n) => `{"rules":[\n${'  "a" "b",\n'.repeat(n)}`],
  ['comments that are not closed', 'json', (n) => `{"rules":[${'{/* },'.repeat(n)}]}`],
  ['comments to the end of the line', 'json', (n) => `{"rules":[${'{// },'.repeat(n)}]}`],
  ['comments with one end', 'json', (n) => `{"rules":[${'{/* },'.repeat(n)}*/ "k":[${'1,'.repeat(n)} !]}`],
  ['aliases without anchors', 'yaml', (n) => `rules:\n${repeated(n, (index) => `  - name: *x${index}\n`)}`],
  ['lines that stray', 'yaml', (n) => `rules:\n${'  - name: a\n x\n'.repeat(n)}`],
];

for (const [name, spelling, of] of texts) {
  test(`${spelling}: a text of broken rules is looked at as often, however long it is: ${name}`, () => {
    const [short, long] = [of(250), of(2000)];
    const perCharacter = (text: string): number => read(text, spelling).looked / text.length;
    assert.ok(perCharacter(long) < 2 * perCharacter(short) + 20);
  });
}

test('every broken rule of one line is reported where it breaks', () => {
  const rule = '{"name":"a" "b"},';
  const { problems } = read(`{"rules":[${rule.repeat(300)}]}`, 'json');
  const starts = problems.filter(({ code }) => code === 'syntax').map(({ range }) => range.start);
  assert.deepEqual(
    starts.slice(0, 300),
    Array.from({ length: 300 }, (_, index) => 10 + index * rule.length + 12),
  );
});
