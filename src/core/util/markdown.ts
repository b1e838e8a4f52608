import { inertLine } from './inertText.ts';

/** Markdown of Ordinance. Only `asMarkdown` creates it, so that text from others never becomes markup. */
export class Markdown {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Markdown | string | number | undefined | false | readonly Part[];

/** Returns a piece of Markdown. The template is markup; inserted values are text, unless they are Markdown. */
export function asMarkdown(strings: TemplateStringsArray, ...parts: readonly Part[]): Markdown {
  return new Markdown(
    strings.map((text, index) => text + (index < parts.length ? partText(parts[index]) : '')).join(''),
  );
}

/** Joins the pieces as paragraphs. */
export function paragraphs(pieces: readonly (Markdown | undefined)[]): Markdown {
  return new Markdown(pieces.flatMap((piece) => (piece === undefined ? [] : [piece.text])).join('\n\n'));
}

/** Returns a line with the texts below it as a list. */
export function bullets(line: string, texts: readonly string[]): Markdown {
  return paragraphs([asMarkdown`${line}`, asMarkdown`${texts.map((text) => asMarkdown`* ${text}\n`)}`]);
}

/** Returns inline code that its own text cannot end. */
export function code(text: string): Markdown {
  const line = inertLine(text);
  const fence = fenceAround(line, 1);
  const space = /^`|`$|^ .* $/.test(line) ? ' ' : '';
  return new Markdown(`${fence}${space}${line}${space}${fence}`);
}

/** Returns code as an HTML element, for places that are HTML, in which backticks stay as they are. */
export function htmlCode(text: string): Markdown {
  return asMarkdown`<code>${new Markdown(escapedHtml(inertLine(text)))}</code>`;
}

export function codeBlock(language: 'text' | 'json' | 'yaml', lines: string): Markdown {
  const fence = fenceAround(lines, 3);
  return new Markdown(`${fence}${language}\n${lines}\n${fence}`);
}

/** The fence is longer than any run of backticks inside, so the text cannot close it. */
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

function escapedHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Escapes markup, HTML and addresses that Markdown readers turn into links by themselves. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\\`*_[\]#~|<>&$@]/g, String.raw`\$&`)
    .replaceAll(/:(?=\/\/)|(?<=\b(?:mailto|xmpp)):|(?<=\bwww)\./gi, String.raw`\$&`)
    .replace(/^[-+=]/, String.raw`\$&`)
    .replace(/^(\d+)([.)])/, String.raw`$1\$2`)
    .replaceAll(/^ +| {2,}| +$/g, (spaces) => '\u00a0'.repeat(spaces.length));
}
