import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  commentProblems,
  commentsOfCode,
  nameProblems,
  textsOfCode,
  textsOfPage,
  variableProblems,
  wordProblems,
} from '../../../scripts/words.ts';

test('a text of the code is checked, and neither code, comments nor what is put into it', () => {
  const code = `
// The rule decides.
const decide = 'decide';
say('the rule decides here', \`the result of \${decided} is new\`);
say("a rule is dead");
`;
  assert.deepEqual(
    wordProblems(textsOfCode(code)).map(({ line, text }) => [line, text.slice(0, 9)]),
    [
      [4, '"decides"'],
      [5, '"dead" (u'],
    ],
  );
});

test('a page is checked without code and addresses', () => {
  const page = 'A `milder` rule.\n\n```sh\nmilder\n```\n\n[A link](milder.md) to a milder rule.\n';
  assert.deepEqual(
    wordProblems(textsOfPage(page)).map(({ line }) => line),
    [7],
  );
});

test('a comment is checked by its first word only', () => {
  const code = `
/** What it is. */
/**
 * Of the rules.
 */
// Because of that
// what follows is
//By
// As it was.
const text = '// As a text';
`;
  assert.deepEqual(
    commentProblems(code).map(({ line }) => line),
    [2, 3],
  );
});

test('the words of a comment are checked without the code that it quotes', () => {
  const code = `
/** Reads the
 *  working copy. */
// Reads \`dead\` rules.
const text = 'dead';
`;
  assert.deepEqual(
    wordProblems(commentsOfCode(code)).map(({ line }) => line),
    [2],
  );
});

test('a variable or parameter has a noun for a name', () => {
  const hasProblem = (code: string): boolean => variableProblems(code).length > 0;
  for (const code of ['const found = 1', 'let most = 1', '(each) => 1', 'function read(given: string)']) {
    assert.ok(hasProblem(code), code);
  }
  for (const code of ['const foundAt = 1', '{ most: 1 }', 'each(1)']) {
    assert.ok(!hasProblem(code), code);
  }
});

test('participles as types, household verbs as functions and limits by feeling are no names', () => {
  const hasProblem = (code: string): boolean => nameProblems(code).length > 0;
  for (const code of [
    'export interface Planned {',
    'export type NotKnown = 1',
    'export function tellResult(',
    'export async function look(',
    'export const mostRules = 1',
  ]) {
    assert.ok(hasProblem(code), code);
  }
  for (const code of [
    'export interface Feed {',
    'export type PushNeed = 1',
    'export function lookup(',
    'export function letters(',
    'export const mostlyRead = 1',
    'interface Planned {',
  ]) {
    assert.ok(!hasProblem(code), code);
  }
});
