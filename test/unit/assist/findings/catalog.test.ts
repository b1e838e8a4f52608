import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { diagnosticCodes } from '../../../../src/core/assist/findings/catalog.ts';
import { fixableByOrder } from '../order/orderedPolicies.ts';
import { fixable } from './fixable.ts';
import { fixableTexts } from './fixableTexts.ts';

/** The fixes of `testFile/testFixes.test.ts`. */
const fixableInTests = ['failed-test', 'policy-test'];
const root = join(import.meta.dirname, '../../../..');

test('every code is stable in form and used once', () => {
  const codes = diagnosticCodes.map(({ code }) => code);
  assert.equal(new Set(codes).size, codes.length);
  for (const code of codes) {
    assert.match(code, /^[a-z]+(-[a-z]+)*$/);
  }
});

test('the documentation says of every code what it is, how it is reported, and whether there is a fix', () => {
  const page = readFileSync(join(root, 'docs/diagnostics.md'), 'utf8');
  const sections = page.split(/^## /m).slice(1);
  const withFix = new Set<string>([...fixable, ...fixableTexts].map(({ code }) => code));
  [...fixableByOrder, ...fixableInTests].forEach((code) => withFix.add(code));
  for (const { code, summary, severity } of diagnosticCodes) {
    const section = sections.find((each) => each.startsWith(`\`${code}\``))?.replaceAll(/\s+/g, ' ');
    assert.ok(section?.includes(summary), `${code} does not say: ${summary}`);
    assert.match(
      section ?? '',
      new RegExp(`\\(${severity}${withFix.has(code) ? ', quick fix' : ''}\\.\\)`, 'i'),
    );
  }
  assert.equal(sections.length, diagnosticCodes.length, 'a section is left over');
});

test('every code that reading a text gives is described', () => {
  const known = new Set(diagnosticCodes.map(({ code }) => code));
  const files = ['src/core/document', 'src/core/assist'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(root, folder, name)),
  );
  const given = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return [
      ...text.matchAll(
        /(?:problem|#add)\(\s*'([a-z-]+)'|#f(?:law|ail)\([^)]*'([a-z]+-[a-z-]+)'|\bcode: '([a-z-]+)'/g,
      ),
    ];
  });
  const codes = new Set(given.map(([, ...parts]) => parts.find((part) => part !== undefined)!));
  assert.ok(codes.size > 30);
  assert.deepEqual(
    [...codes].filter((code) => !known.has(code)),
    [],
  );
});
