import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectionsText, readCollections } from '../../../src/core/document/collectionsText.ts';

test('what is kept of collections is sorted, says only what constrains, and reads back', () => {
  const text = collectionsText(
    new Map([
      ['prod', { images: ['registry.example/b/*', 'registry.example/a/*', '-*:test'], hosts: ['*'] }],
      ['All', { images: ['*'] }],
      ['yes', { labels: ['no'], codeRepos: ['x'] }],
    ]),
  );
  assert.deepEqual(
    text.split('\n').slice(2),
    [
      'collections:',
      '  - name: All',
      '  - name: prod',
      '    images:',
      "      - '-*:test'",
      '      - registry.example/a/*',
      '      - registry.example/b/*',
      '  - name: "yes"',
      '    labels:',
      '      - "no"',
      '    codeRepos:',
      '      - x',
      '',
    ].map((line) => line.replaceAll("'", '"')),
  );
  const { collections } = readCollections(text);
  assert.deepEqual(
    [...(collections ?? [])],
    [
      ['All', {}],
      ['prod', { images: ['-*:test', 'registry.example/a/*', 'registry.example/b/*'] }],
      ['yes', { labels: ['no'], codeRepos: ['x'] }],
    ],
  );
  assert.equal(collectionsText(collections ?? new Map()), text);
});

test('a file that says something twice, or something else, says nothing', () => {
  const problem = (text: string): string | undefined => readCollections(text).problem;
  assert.match(problem('') ?? '', /no list of/);
  assert.match(problem('collections: {}') ?? '', /no list of/);
  assert.match(problem('collections:\n  - name: a\n  - name: a\n') ?? '', /"a" is listed twice/);
  assert.match(problem('collections:\n  - name: a\n    images: [1]\n') ?? '', /entry 1/);
  assert.match(problem('collections:\n  - name: a\n    images: a\n') ?? '', /entry 1/);
  assert.match(problem('collections:\n  - name: a\n    name: b\n') ?? '', /^line 3/);
  assert.match(problem('collections:\n  - name: "a\n') ?? '', /^line/);
  assert.equal(problem('collections:\n  - name: a\n    description: d\n    images: null\n'), undefined);
});

test('what takes long to read is not read', () => {
  const flow = (items: number): string => `collections: [{name: c, images: [${'a,'.repeat(items)}a]}]`;
  assert.equal(readCollections(flow(1000)).problem, undefined);
  assert.match(readCollections(flow(60_000)).problem ?? '', /flow style/);
  const many = (count: number): string =>
    collectionsText(new Map(Array.from({ length: count }, (_, at) => [`c${at}`, {}])));
  assert.match(readCollections(many(10_001)).problem ?? '', /more than 10000 collections/);
});
