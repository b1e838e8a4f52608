import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, runScript } from './lib/failure.ts';
import { projectRoot } from './lib/paths.ts';

/** Words that no text of Ordinance contains, with the words to use. `CONTRIBUTING.md` has the style. */
const replacements: readonly (readonly [RegExp, string])[] = [
  [/\bworking cop(?:y|ies)\b/i, 'policy file'],
  [/\b(?:what|that|which) (?:the )?(?:console|live) (?:holds|has|tells|says)\b/i, 'live policy'],
  [/\bdecid(?:e|es|ed|ing)\b/i, 'match, apply or choose'],
  [/\bgets? to (?:it|them)\b/i, 'apply'],
  [/\bconsequences?\b/i, 'decision'],
  [/\b(?:chang(?:e|es|ed|ing) hands|hand(?:s|ed)? over|handovers?)\b/i, 'changed decision'],
  [/\bdeeds?\b/i, 'action'],
  [/\bdead\b/i, 'shadowed'],
  [/\b(?:takes?|without|in) effect\b/i, 'apply, or unneeded'],
  [/\bmilder\b/i, 'weaker'],
  [/\b(?:not known|nobody knows|nothing is (?:said|known))\b/i, 'unknown'],
  [/\btoo hard\b/i, 'not analyzed'],
  [/\bmembers?\b/i, 'field'],
  [/\b(?:verdicts?|receipts?)\b/i, 'result'],
  [/\b(?:foreign|somebody|anybody|nobody)\b/i, 'someone else, anyone, no one'],
  [/\b(?:open push(?:es)?|may still arrive)\b/i, 'unresolved push'],
  [/\b(?:do|does|did) not hold\b/i, 'fail'],
  [/\b(?:came|comes) with the console\b/i, 'built-in'],
  [/\bthis machine\b/i, 'this computer'],
  [/\b(?:ma[dk]e again|anew)\b/i, 'refresh, or again'],
  [/\b(?:tells?|told|said|stands?|wants?|be had|by now|meanwhile|all the same|any more)\b/i, 'a plain verb'],
  [/\b(?:analys(?:e|es|ed|ing)|colour\w*|catalogue\w*|behaviour\w*|cancell(?:ed|ing))\b/i, 'US spelling'],
  [/\b(?:(?:recogn|normal)is\w+|licences?|neighbour\w*|centres?|favour\w*)\b/i, 'US spelling'],
];

/** A comment explains a reason in a full sentence. These beginnings make it hard to read. */
const unclearBeginning = /^(?:\/\*\*?|\/\/)[\s*]*(Of|By|What|Those|The same|As)\b/;

/** Vague verbs as the first word of a function, vague words for limits, and participles as types. */
const oddNames: readonly RegExp[] = [
  /^export (?:async )?function\*? ((?:hear|leave|let|look|mean|meant|say|said|stay|tell|told)(?![a-z])\w*)/gm,
  /^export (?:const|function) ((?:most|few|usual|patience)(?![a-z])\w*)/gm,
  /^export (?:abstract )?(?:interface|type|class) (\w*(?<![En]e)(?:[a-z](?<!e)ed|Known|Shown|Written|Told|Kept|Said|Found|Met|Done|Seen|Deed))\b/gm,
];

/** Words for any value. A noun for the content is plainer: `message`, `limit`, `input`. */
const vagueVariable =
  /\b(?:const|let) (said|told|most|given|found|wanted|fine|wrong|one|each|heard|meant)\b|(?<=\()(said|told|most|given|found|wanted|fine|wrong|one|each|heard|meant)(?=[,):])/g;

const token = /\/\*[^]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\\n]|\\.)*`/g;

export interface Problem {
  readonly line: number;
  readonly text: string;
}

/** The texts of a file, with the line on which each begins. */
type Texts = readonly (readonly [line: number, text: string])[];

/** The texts for people in code: words in quotes. Pieces of code between two templates contain a call. */
export const textsOfCode = (code: string): Texts =>
  tokensOf(code).filter(
    ([, text]) => /^['"`]/.test(text) && /\p{L} \p{L}/u.test(text) && !/\w\.\w+\(/.test(text),
  );

/** The comments in code, without the code that they quote. */
export const commentsOfCode = (code: string): Texts =>
  tokensOf(code)
    .filter(([, text]) => text.startsWith('/'))
    .map(([line, text]) => [line, text.replaceAll(/`[^`\n]*`/g, '').replaceAll(/\s[\s*/]*/g, ' ')] as const);

export const textsOfPage = (page: string): Texts =>
  page
    .replaceAll(/^```[^]*?^```/gm, (code) => code.replaceAll(/[^\n]/g, ''))
    .replaceAll(/`[^`\n]*`|\]\([^)\n]*\)/g, '')
    .split('\n')
    .map((text, index) => [index + 1, text]);

/** The texts of a bundle, or the titles and descriptions of a schema. */
const textsOfJson = (json: string): Texts =>
  json.split('\n').flatMap((line, index) => {
    const text = /^\s*"(?!\$|ordinance\.)[^"]*": "(.*)",?$/.exec(line)?.[1];
    return text === undefined ? [] : [[index + 1, text] as const];
  });

export const wordProblems = (texts: Texts): readonly Problem[] =>
  texts.flatMap(([line, text]) =>
    replacements.flatMap(([word, use]) => {
      const match = word.exec(text.replaceAll(/\$\{[^{}]*\}/g, '…'))?.[0];
      return match === undefined ? [] : [{ line, text: `"${match}" (use: ${use}) in: ${text.trim()}` }];
    }),
  );

export const commentProblems = (code: string): readonly Problem[] => {
  const lines = code.split('\n');
  return tokensOf(code).flatMap(([line, text]) => {
    const isContinued = text.startsWith('//') && lines[line - 2]?.trim().startsWith('//');
    const match = isContinued ? undefined : unclearBeginning.exec(text)?.[1];
    return match === undefined ? [] : [{ line, text: `a comment begins with "${match}"` }];
  });
};

export const nameProblems = (code: string): readonly Problem[] =>
  oddNames.flatMap((odd) =>
    [...code.matchAll(odd)].map(({ 1: name = '', index }) => ({
      line: lineAt(code, index),
      text: `"${name}" is no plain name: a type is a noun, a function a verb and its object, a limit MAX_…`,
    })),
  );

export const variableProblems = (code: string): readonly Problem[] =>
  [...code.matchAll(vagueVariable)].map(({ 1: variable, 2: parameter, index }) => ({
    line: lineAt(code, index),
    text: `"${variable ?? parameter}" is no plain name: name the content`,
  }));

const tokensOf = (code: string): Texts =>
  [...code.matchAll(token)].map(({ 0: text, index }) => [lineAt(code, index), text]);

const lineAt = (code: string, index: number): number => code.slice(0, index).split('\n').length;

/** The problems of all files that match a pattern. */
function check(pattern: string, problemsOf: (text: string) => readonly Problem[]): string[] {
  return globSync(pattern, { cwd: projectRoot })
    .toSorted()
    .flatMap((path) =>
      problemsOf(readFileSync(join(projectRoot, path), 'utf8')).map(
        ({ line, text }) => `${path}:${line}: ${text}`,
      ),
    );
}

/**
 * `npm run words` checks that texts have the words of the glossary, and that comments and names are plain.
 */
function checkAll(): Promise<void> {
  const problems = [
    ...check('{l10n/bundle.l10n.json,package.nls.json,schemas/{console,policy-test}.schema.json}', (text) =>
      wordProblems(textsOfJson(text)),
    ),
    ...check('{*.md,docs/*.md}', (text) => wordProblems(textsOfPage(text))),
    ...check('src/{core,cli}/**/*.ts', (text) => wordProblems(textsOfCode(text))),
    ...check('{src,scripts}/**/*.ts', commentProblems),
    ...check('src/**/*.ts', nameProblems),
    ...check('{src,scripts}/**/*.ts', (text) => wordProblems(commentsOfCode(text))),
    ...check('{src,scripts}/**/*.ts', variableProblems),
  ];
  if (problems.length > 0) {
    throw new Failure(problems.join('\n'));
  }
  return Promise.resolve();
}

if (import.meta.main) {
  await runScript(checkAll);
}
