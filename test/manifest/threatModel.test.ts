import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectRoot } from '../../scripts/lib/paths.ts';

const text = readFileSync(join(projectRoot, 'SECURITY.md'), 'utf8');
const [, model = ''] = /^## Threat model\n([^]*?)^## /m.exec(text) ?? [];
/** What is tried, what is promised, and what proves it. */
const rows = model
  .split('\n')
  .filter((line) => line.startsWith('|') && !/^\|[\s|:-]*$/.test(line))
  .map((line) => line.split('|').slice(1, -1))
  .filter((cells) => cells.at(-1)?.trim() !== 'proof');

test('every promise of the threat model names a test that is there', () => {
  assert.ok(rows.length > 10, 'there are rows');
  for (const [tried = '', promised = '', proof = ''] of rows) {
    const files = [...proof.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
    assert.ok(promised.trim() !== '' && files.length > 0, tried);
    for (const file of files) {
      assert.match(file, /^test\/.*\.test\.ts$/, tried);
      assert.ok(existsSync(join(projectRoot, file)), `${tried.trim()}: ${file}`);
    }
  }
});

test('the threat model says for every attacker what is promised', () => {
  const attackers = [...model.matchAll(/^### (.+)$/gm)].map(([, title = '']) => title.toLowerCase());
  for (const word of ['repository', 'console', 'colleague', 'network', 'process']) {
    assert.ok(
      attackers.some((title) => title.includes(word)),
      word,
    );
  }
});
