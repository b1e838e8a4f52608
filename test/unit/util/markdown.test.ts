import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asMarkdown, code, codeBlock, htmlCode, paragraphs } from '../../../src/core/util/markdown.ts';

const put = (text: string): string => asMarkdown`${text}`.text;

test('only the template is Markdown', () => {
  assert.equal(asMarkdown`**${'a_b*c'}** of ${3}`.text, String.raw`**a\_b\*c** of 3`);
  assert.equal(put('[x](command:a.b)'), String.raw`\[x\] (command:a.b)`);
  assert.equal(put('<img src=x> & $(zap)'), String.raw`\<img src=x\> \& \$ (zap)`);
  assert.equal(
    put('see https://e.example and www.e.example'),
    String.raw`see https\://e.example and www\.e.example`,
  );
  assert.equal(put('mailto:a@e.example'), String.raw`mailto\:a\@e.example`);
});

test('a text begins no list, heading or quotation', () => {
  assert.equal(put('- a'), String.raw`\- a`);
  assert.equal(put('1. a'), String.raw`1\. a`);
  assert.equal(put('# a'), String.raw`\# a`);
  assert.equal(put('> a'), String.raw`\> a`);
  assert.equal(put('    a'), '\u00a0\u00a0\u00a0\u00a0a');
  assert.equal(put('a\n# b'), String.raw`a↵\# b`);
  assert.equal(put('ci-images 1.5'), 'ci-images 1.5');
});

test('pieces stay pieces', () => {
  const bold = asMarkdown`**${'a*'}**`;
  assert.equal(asMarkdown`${bold} ${[bold, 'x', false, undefined]}`.text, String.raw`**a\*** **a\***x`);
  assert.equal(paragraphs([bold, undefined, asMarkdown`x`]).text, '**a\\***\n\nx');
});

test('code in HTML cannot end its element', () => {
  assert.equal(htmlCode('a&b</code>`').text, '<code>a&amp;b&lt;/code&gt;`</code>');
});

test('code cannot end itself', () => {
  assert.equal(code('a`b``c').text, '```a`b``c```');
  assert.equal(code('`a').text, '`` `a ``');
  assert.equal(codeBlock('text', 'a\n````\nb').text, '`````text\na\n````\nb\n`````');
});
