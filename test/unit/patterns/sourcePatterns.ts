import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '../../../scripts/lib/paths.ts';

export interface SourcePattern {
  /** File and line, or only the file where the pattern is put together. */
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

/** Words behind which a slash begins a regular expression: after any other word it divides. */
const operators =
  'return typeof case in of void delete yield await throw else do new instanceof extends'.split(' ');

/** Makes those that schemas name, which are looked at by themselves. */
const ofSchemas = 'src/core/assist/findings/likelyValue.ts';

/** Every regular expression of the product: literals, those put together when a module is loaded, and those of schemas. */
export async function sourcePatterns(): Promise<readonly SourcePattern[]> {
  const patterns: SourcePattern[] = [];
  for (const file of globSync('src/**/*.{ts,js}', { cwd: projectRoot }).toSorted()) {
    const text = readFileSync(join(projectRoot, file), 'utf8');
    const { literals, constructors } = scanned(text);
    for (const { start, end } of literals) {
      const slash = text.lastIndexOf('/', end - 1);
      const place = `${file}:${text.slice(0, start).split('\n').length}`;
      patterns.push({ place, source: text.slice(start + 1, slash), flags: text.slice(slash + 1, end) });
    }
    if (constructors > 0 && file !== ofSchemas) {
      const made = await constructed(file);
      assert.equal(
        made.length,
        constructors,
        `${file}: make them while the module is loaded, where they are found`,
      );
      patterns.push(...made);
    }
  }
  for (const file of globSync('schemas/*.json', { cwd: projectRoot }).toSorted()) {
    JSON.parse(readFileSync(join(projectRoot, file), 'utf8'), (key, value: unknown) => {
      if (key === 'pattern' && typeof value === 'string') {
        patterns.push({ place: file, source: value, flags: 'u' });
      }
      return value;
    });
  }
  return patterns;
}

/** What a module makes with `new RegExp` while it is loaded. */
async function constructed(file: string): Promise<SourcePattern[]> {
  const made: SourcePattern[] = [];
  const { href } = pathToFileURL(join(projectRoot, file));
  // The modules that it imports make theirs now.
  await import(href);
  const plain = RegExp;
  globalThis.RegExp = new Proxy(plain, {
    construct(target, [source, flags = '']: [string, string?]) {
      made.push({ place: file, source, flags });
      return new target(source, flags);
    },
  });
  try {
    await import(`${href}?patterns`);
  } finally {
    globalThis.RegExp = plain;
  }
  return made;
}

/** Finds the literals of a source in our own format, past comments, strings and templates. */
function scanned(text: string): { literals: { start: number; end: number }[]; constructors: number } {
  const literals: { start: number; end: number }[] = [];
  const open: string[] = [];
  let constructors = 0;
  let at = 0;
  /** Whether what stands in front is a value, which a slash divides. */
  let isValue = false;
  const passTemplate = (): void => {
    while (text[at] !== '`' && !text.startsWith('${', at)) {
      at += text[at] === '\\' ? 2 : 1;
    }
    const isEnd = text[at] === '`';
    at += isEnd ? 1 : 2;
    isValue = isEnd;
    if (!isEnd) {
      open.push('${');
    }
  };
  while (at < text.length) {
    const character = text[at]!;
    if (text.startsWith('//', at)) {
      at = ends(text.indexOf('\n', at), text);
    } else if (text.startsWith('/*', at)) {
      at = ends(text.indexOf('*/', at), text) + 2;
    } else if (character.trim() === '') {
      at += 1;
    } else if (character === '"' || character === "'") {
      at = closedAt(text, at, character);
      isValue = true;
    } else if (character === '`') {
      at += 1;
      passTemplate();
    } else if (character === '{') {
      open.push('{');
      at += 1;
      isValue = false;
    } else if (character === '}') {
      at += 1;
      isValue = false;
      if (open.pop() === '${') {
        passTemplate();
      }
    } else if (/[\w$#]/.test(character)) {
      const [word = ''] = /^[\w$#]+/.exec(text.slice(at, at + 100)) ?? [];
      at += word.length;
      constructors += Number(word === 'RegExp' && text[at] === '(');
      isValue = !operators.includes(word);
    } else if (character === '/' && !isValue) {
      const start = at;
      at = closedAt(text, at, '/');
      while (/[a-z]/.test(text[at] ?? '')) {
        at += 1;
      }
      literals.push({ start, end: at });
      isValue = true;
    } else {
      at += 1;
      isValue = character === ')' || character === ']';
    }
  }
  return { literals, constructors };
}

function ends(found: number, text: string): number {
  return found < 0 ? text.length : found;
}

/** Behind the end of a string or a regular expression, in whose classes a slash ends nothing. */
function closedAt(text: string, start: number, mark: string): number {
  let isInClass = false;
  let at = start + 1;
  while (at < text.length && (isInClass || text[at] !== mark)) {
    isInClass = mark === '/' && (text[at] === '[' || (isInClass && text[at] !== ']'));
    at += text[at] === '\\' ? 2 : 1;
  }
  return at + 1;
}
