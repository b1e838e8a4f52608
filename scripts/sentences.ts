import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure, runScript } from './lib/failure.ts';
import { projectRoot } from './lib/paths.ts';

/** The limits are low because users read these pages once, under pressure. */
const MAX_MEAN_WORDS = 16;
const MAX_README_WORDS = 900;

/** A script writes this page from the help of the program. */
const GENERATED = 'docs/command-line.md';

/** The sentences of running text and lists in a Markdown page, without headings, tables and code blocks. */
export function sentencesOf(page: string): readonly string[] {
  return page
    .replaceAll(/^```[^]*?^```/gm, '')
    .replaceAll(/<!--[^]*?-->/g, '')
    .replaceAll(/^(?:\||#).*$/gm, '')
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/`[^`]*`/g, 'code')
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )/)
    .flatMap((block) => block.replaceAll(/[_*]/g, '').split(/[.!?](?=[\s)"]|$)/))
    .filter((sentence) => wordsIn(sentence) > 1);
}

export function wordsIn(text: string): number {
  return text.split(/\s+/).filter((word) => /\p{L}|\p{N}/u.test(word)).length;
}

/** Reports the length of sentences in the README and in the pages of `docs`; `--pages` lists each page. */
async function report(): Promise<void> {
  const names = (await readdir(join(projectRoot, 'docs'))).filter((name) => name.endsWith('.md')).toSorted();
  const pages = ['README.md', ...names.map((name) => `docs/${name}`)].filter((page) => page !== GENERATED);
  const problems: string[] = [];
  const all: number[] = [];
  for (const page of pages) {
    const text = await readFile(join(projectRoot, page), 'utf8');
    const lengths = sentencesOf(text).map(wordsIn);
    all.push(...lengths);
    const mean = meanOf(lengths).toFixed(1);
    if (process.argv.includes('--pages')) {
      console.log(`${mean} words a sentence, at most ${Math.max(...lengths)}: ${page}`);
    }
    if (meanOf(lengths) > MAX_MEAN_WORDS) {
      problems.push(`${page} has ${mean} words a sentence; the limit is ${MAX_MEAN_WORDS}`);
    }
    if (page === 'README.md' && wordsIn(text) > MAX_README_WORDS) {
      problems.push(`${page} has ${wordsIn(text)} words; the limit is ${MAX_README_WORDS}`);
    }
  }
  console.log(`README and docs: ${meanOf(all).toFixed(1)} words a sentence in ${pages.length} pages`);
  if (problems.length > 0) {
    throw new Failure(problems.join('\n'));
  }
}

const meanOf = (lengths: readonly number[]): number =>
  lengths.reduce((sum, length) => sum + length, 0) / Math.max(lengths.length, 1);

if (import.meta.main) {
  await runScript(report);
}
