import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quotedCode, quotedJson, quotedText } from '../../../src/core/util/quotedInMessages.ts';

test('a character that looks like nothing or like a space is named in messages', () => {
  for (const code of ['00a0', '2007', '202f', '3000', '200b', '2028', '00ad', '202e', '0007']) {
    const character = String.fromCharCode(Number.parseInt(code, 16));
    assert.equal(quotedText(`a${character}b`), `"a\\u${code}b"`);
    assert.equal(quotedCode(`a${character}b`), `\`a\\u${code}b\``);
    assert.ok(quotedJson([`a${character}b`]).includes(`\\u${code}`));
  }
  assert.equal(quotedText('a b é 語'), '"a b é 語"');
});
