import { inertLine } from './inertText.ts';

/** Markdown that is ours. It is only made by `asMarkdown`, so that no foreign text gets to be any. */
export class Markdown {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Markdown | string | number | undefined | false | readonly Part[];

/** A piece of Markdown. What stands in the template is read as such; everything put into it is text, unless it is a piece itself. */
export function asMarkdown(strings: TemplateStringsArray, ...parts: readonly Part[]): Markdown {
  return new Markdown(
    strings.map((text, index) => text + (index < parts.length ? partText(parts[index]) : '')).join(''),
  );
}

/** Pieces one below the other, as paragraphs. */
export function paragraphs(pieces: readonly (Markdown | undefined)[]): Markdown {
  return new Markdown(pieces.flatMap((piece) => (piece === undefined ? [] : [piece.text])).join('\n\n'));
}

/** A line, and texts below it as a list. */
export function bullets(line: string, texts: readonly string[]): Markdown {
  return paragraphs([asMarkdown`${line}`, asMarkdown`${texts.map((text) => asMarkdown`* ${text}\n`)}`]);
}

/** A text as code; it cannot end itself. */
export function code(text: string): Markdown {
  const line = inertLine(text);
  const fence = fenceAround(line, 1);
  const space = /^`|`$|^ .* $/.test(line) ? ' ' : '';
  return new Markdown(`${fence}${space}${line}${space}${fence}`);
}

/** Lines as a block of code. */
export function codeBlock(language: 'text' | 'json' | 'yaml', lines: string): Markdown {
  const fence = fenceAround(lines, 3);
  return new Markdown(`${fence}${language}\n${lines}\n${fence}`);
}

/** Longer than any run of backticks inside, so that the text cannot close it. */
function fenceAround(text: string, least: number): string {
  return '`'.repeat(Math.max(least, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length + 1)));
}

function partText(part: Part): string {
  if (part === undefined || part === false) {
    return '';
  }
  if (part instanceof Markdown) {
    return part.text;
  }
  return typeof part === 'object' ? part.map(partText).join('') : escaped(inertLine(String(part)));
}

/** Neither markup nor HTML, and no address that readers of Markdown make a link of by themselves. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\\`*_[\]#~|<>&$@]/g, String.raw`\$&`)
    .replaceAll(/:(?=\/\/)|(?<=\b(?:mailto|xmpp)):|(?<=\bwww)\./gi, String.raw`\$&`)
    .replace(/^[-+=]/, String.raw`\$&`)
    .replace(/^(\d+)([.)])/, String.raw`$1\$2`)
    .replaceAll(/^ +| {2,}| +$/g, (spaces) => '\u00a0'.repeat(spaces.length));
}
