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
 * Puts the command line and what it loads into one file. They are comments in it, a line each, that it reads for itself and compiles
 * when they are first asked for: so a Node that is too old reads as far as the line that says so, what is not needed costs next to
 * nothing, and no Node has to make texts of all of them (it passes over comments several times faster). What stands in front of them is
 * in the words of every Node there was (ECMAScript 5); `texts` begin with the program itself.
 */
export function oneFile(texts: readonly (readonly [name: string, text: string])[]): string {
  return `#!/usr/bin/env node
// Ordinance, the command line, in one file. What follows is its program and, in comments, the libraries that it loads when it needs
// them, so that a Node that is too old for them can still say so. Licences: THIRD_PARTY_NOTICES.txt.
'use strict';
var own;
var loaded = {};
function text(name) {
  own = own || require('fs').readFileSync(__filename, 'latin1');
  var start = own.indexOf('\\n//' + JSON.stringify(name) + ':');
  var end = own.indexOf('\\n', start + 1);
  return start < 0 ? undefined : JSON.parse('{' + own.slice(start + 3, end) + '}')[name];
}
function part(name, code) {
  var made = { exports: {} };
  var names = ['exports', 'require', 'module', '__filename', '__dirname'];
  var run = require('vm').compileFunction(code, names, { filename: __filename + ':' + name });
  run.call(made.exports, made.exports, ask, made, __filename, __dirname);
  loaded[name] = made.exports;
  return made.exports;
}
function ask(name) {
  var held = name.slice(0, 2) === './' ? name.slice(2) : '';
  if (Object.prototype.hasOwnProperty.call(loaded, held)) {
    return loaded[held];
  }
  var code = text(held);
  return code === undefined ? require(name) : part(held, code);
}
if (!module.parent) {
  if (parseInt(process.versions.node, 10) >= ${neededNode}) {
    ask(${literal(`./${texts[0]?.[0] ?? ''}`)});
  } else {
    console.error('ordinance needs Node ${neededNode} or newer; this is Node ' + process.versions.node + '.');
    process.exit(1);
  }
}
${texts.map(([name, text]) => `//${literal(name)}:${literal(text)}\n`).join('')}`;
}

/** In ASCII: with a single character that is not, all of a file is read slower, and two line ends of Unicode would end a comment. */
function literal(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[^ -~]/g,
    (character) => String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
