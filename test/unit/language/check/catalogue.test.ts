import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { diagnosticCodes } from '../../../../src/language/check/catalogue.ts';

test('every code is stable in form and used once', () => {
  const codes = diagnosticCodes.map(({ code }) => code);
  assert.equal(new Set(codes).size, codes.length);
  for (const code of codes) {
    assert.match(code, /^[a-z]+(-[a-z]+)*$/);
  }
});

test('the documentation says of every code what it is and how it is reported', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/diagnostics.md'), 'utf8');
  const sections = page.split(/^## /m).slice(1);
  for (const { code, summary, severity } of diagnosticCodes) {
    const section = sections.find((each) => each.startsWith(`\`${code}\``))?.replaceAll(/\s+/g, ' ');
    assert.ok(section?.includes(summary), `${code} does not say: ${summary}`);
    assert.match(section ?? '', new RegExp(`\\(${severity}\\.\\)`, 'i'));
  }
  assert.equal(sections.length, diagnosticCodes.length, 'a section is left over');
});
