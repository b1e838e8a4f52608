import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lateParts } from './lateParts.ts';

/** The Node that the command line runs on: that of VS Code, and of the tests. */
export const neededNode = 24;

/** The command line as one file, by its place in `dist`. */
export const oneFileName = 'ordinance.cjs';

/** What it begins with, and the parts that it asks for late. */
const main = 'cli.cjs';
const parts = Object.keys(lateParts).filter((name) => name !== 'sandbox.cjs');

/**
 * Puts the command line and what it loads late into one file. They are texts in it, each compiled when it is first asked for: so a
 * Node that is too old reads as far as the line that says so, and what is not needed costs next to nothing. In a build for
 * production the extension takes its late parts from the same file.
 */
export async function writeOneFile(
  dist: string,
  { isShared }: { readonly isShared: boolean },
): Promise<void> {
  const texts = await Promise.all(
    [main, ...parts].map(async (name) => [name, await readFile(join(dist, name), 'utf8')] as const),
  );
  await writeFile(join(dist, oneFileName), oneFile(texts), { mode: 0o755 });
  // For who knows the command line by the name it had.
  await writeFile(join(dist, 'cli.js'), `#!/usr/bin/env node\nimport './${oneFileName}';\n`, { mode: 0o755 });
  if (isShared) {
    for (const name of parts) {
      await writeFile(join(dist, name), `module.exports = require('./${oneFileName}').part('${name}');\n`);
    }
  }
}

/** In the words of every Node there was (ECMAScript 5); `texts` begin with the program itself. */
export function oneFile(texts: readonly (readonly [name: string, text: string])[]): string {
  const written = texts.map(([name, text]) => `  ${literal(name)}: ${literal(text)}`);
  return `#!/usr/bin/env node
// Ordinance, the command line, in one file. What follows is its program and the libraries that it loads when it needs them, as
// texts, so that a Node that is too old for them can still say so. Licences: THIRD_PARTY_NOTICES.txt.
'use strict';
var texts = {
${written.join(',\n')}
};
var loaded = {};
function part(name) {
  if (!loaded[name]) {
    var made = { exports: {} };
    var names = ['exports', 'require', 'module', '__filename', '__dirname'];
    var run = require('vm').compileFunction(texts[name], names, { filename: __filename + ':' + name });
    run.call(made.exports, made.exports, ask, made, __filename, __dirname);
    loaded[name] = made;
  }
  return loaded[name].exports;
}
function ask(name) {
  var own = name.slice(0, 2) === './' ? name.slice(2) : '';
  return Object.prototype.hasOwnProperty.call(texts, own) ? part(own) : require(name);
}
exports.part = part;
if (!module.parent) {
  if (parseInt(process.versions.node, 10) >= ${neededNode}) {
    part(${literal(main)});
  } else {
    console.error('ordinance needs Node ${neededNode} or newer; this is Node ' + process.versions.node + '.');
    process.exit(1);
  }
}
`;
}

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '\n': '\\n',
  '\r': '\\r',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/** A text as every Node reads it: two line ends of Unicode were not allowed in texts once. */
function literal(text: string): string {
  return `'${text.replaceAll(/[\\'\n\r\u2028\u2029]/g, (character) => escapes[character] ?? character)}'`;
}
