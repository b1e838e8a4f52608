import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  checkConsoleFile,
  parseConsoleFile,
} from '../../../../src/core/assist/consoleFile/checkConsoleFile.ts';
import { PolicyChecker } from '../../../../src/core/assist/findings/policyChecker.ts';
import { readTestFile } from '../../../../src/core/assist/testFile/readTestFile.ts';
import { readCollections } from '../../../../src/core/document/collectionsText.ts';
import type { Diagnostic } from '../../../../src/core/document/diagnostic.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { policyKind } from '../../../../src/core/policy/families.ts';

const kind = policyKind('vulnerability/images');

interface Kind {
  readonly text: string;
  /** A line that ends the text, with its indentation. */
  readonly line: string;
  readonly check: (text: string) => readonly Pick<Diagnostic, 'code' | 'message' | 'range'>[];
}

const collections = 'collections:\n  - name: All\n    images:\n      - "*"\n';

const files: Readonly<Record<string, Kind>> = {
  policy: {
    text: 'policyType: containerVulnerability\nrules:\n  - name: a\n    collections:\n      - name: All\n',
    line: '    notes: x\n',
    check: (text) => new PolicyChecker().check(readPolicyText(text, 'yaml', kind)),
  },
  consoles: {
    text: 'consoles:\n  production:\n    url: https://console.example\n',
    line: '    project: x\n',
    check: (text) => checkConsoleFile(text),
  },
  tests: {
    text: 'policy: vulnerability/images\ntests:\n  - name: a\n    every:\n      images: [a]\n    expect:\n      blocks: never\n',
    line: '    allowUnknown: true\n',
    check: (text) => readTestFile(text, 'yaml').diagnostics,
  },
};

/** What is wrong with each kind of file, as one text for all of them. */
function sameIn(change: (file: Kind) => string): readonly string[] {
  const [first, ...others] = Object.values(files).map((file) =>
    file.check(change(file)).map(({ code, message }) => `${code}: ${message}`),
  );
  for (const other of others) {
    assert.deepEqual(other, first);
  }
  return first ?? [];
}

test('files of every kind are right as they are', () => {
  assert.deepEqual(
    sameIn(({ text, line }) => text + line),
    [],
  );
  assert.equal(readCollections(collections).problem, undefined);
});

test('a conflict of git is one problem in files of every kind', () => {
  const conflict = (line: string): string =>
    `<<<<<<< HEAD\n${line}||||||| base\n=======\n${line.replace(/: .*/, ': y')}>>>>>>> other\n`;
  const found = sameIn(({ text, line }) => text + conflict(line));
  assert.equal(found.length, 1);
  assert.match(found[0]!, /^syntax: .*git conflict/);
  assert.match(
    readCollections(collections + conflict('  - name: b\n')).problem ?? '',
    /line 5: .*git conflict/,
  );
  assert.match(
    parseConsoleFile(files['consoles']!.text + conflict('    project: x\n')).problems[0]?.message ?? '',
    /line 4: .*git conflict/,
  );
  for (const text of [`{"policy": "a",\n${conflict('"x": 1\n')}}`]) {
    const policy = readPolicyText(text, 'json', kind).problems;
    assert.deepEqual(
      readTestFile(text, 'json').diagnostics.map(({ range }) => range),
      policy.map(({ range }) => range),
    );
    assert.equal(policy.length, 1);
  }
});

test('UTF-16 is named as what it is in files of every kind', () => {
  const utf16 = (text: string): string => Buffer.from(text, 'utf16le').toString('utf8');
  for (const mark of ['', '\ufeff']) {
    const found = sameIn(({ text }) => utf16(mark + text));
    assert.equal(found.length, 1);
    assert.match(found[0]!, /UTF-16/);
    assert.match(readCollections(utf16(mark + collections)).problem ?? '', /UTF-16/);
  }
});

test('one slip of indentation is one problem in files of every kind, in words of people', () => {
  const slips: readonly ((line: string) => string)[] = [
    (line) => line.replace('    ', '   '),
    (line) => line.replace('    ', '     '),
    (line) => line.replace('    ', ''),
    (line) => `     - ${line.trim()}\n`,
    (line) => line.replace(':', ''),
  ];
  for (const slip of slips) {
    for (const { text, line, check } of Object.values(files)) {
      const lines = text.split('\n');
      for (const changed of [
        text + slip(line),
        text + slip(line) + line,
        lines.with(lines.length - 2, slip(lines.at(-2)!)).join('\n'),
      ]) {
        const found = check(changed).filter(({ code }) => code === 'syntax');
        assert.ok(found.length <= 1, `${changed}\n${found.map(({ message }) => message).join('\n')}`);
        assert.doesNotMatch(found[0]?.message ?? '', /mapping|implicit|sequence|indicator|token/i);
      }
    }
  }
});
