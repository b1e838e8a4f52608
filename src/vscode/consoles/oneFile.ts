/** The Node that the command line runs on: that of VS Code, and of the tests. */
export const neededNode = 24;

/** The command line as one file, as it is copied and published. */
export const oneFileName = 'ordinance.cjs';

/** What it is made of, by their names in `dist`: it begins with the first. */
export const oneFileParts = [
  'cli.cjs',
  'assist.cjs',
  'console.cjs',
  'core.cjs',
  'document.cjs',
  'httpClient.cjs',
  'order.cjs',
  'posture.cjs',
  'schemas.cjs',
  'sync.cjs',
  'validators.cjs',
  'yaml.cjs',
] as const;

/**
 * Puts the command line and what it loads into one file. They are texts in it, each compiled when it is first asked for: so a Node that
 * is too old reads as far as the line that says so, and what is not needed costs next to nothing. What stands around the texts is in
 * the words of every Node there was (ECMAScript 5); `texts` begin with the program itself.
 */
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
if (!module.parent) {
  if (parseInt(process.versions.node, 10) >= ${neededNode}) {
    part(${literal(texts[0]?.[0] ?? '')});
  } else {
    console.error('ordinance needs Node ${neededNode} or newer; this is Node ' + process.versions.node + '.');
    process.exit(1);
  }
}
`;
}

/**
 * A text as every Node reads it, in ASCII: two line ends of Unicode were not allowed in texts once, and with a single character that
 * is not ASCII all of a file is read slower.
 */
function literal(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[^ -~]/g,
    (character) => String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
