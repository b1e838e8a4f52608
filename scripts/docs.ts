import type { Command } from 'commander';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { programOf } from '../src/cli/program.ts';
import { diagnosticCodes } from '../src/core/assist/findings/catalog.ts';
import { schemaField } from '../src/core/assist/schema/field.ts';
import { authSchemes } from '../src/core/consoleFile/authSchemes.ts';
import { consoleLists } from '../src/core/consoleFile/lists.ts';
import { familyTable, policyKinds } from '../src/core/policy/families.ts';
import { needKinds, needRow } from '../src/core/sync/pushNeeds.ts';
import { settingDefaults } from '../src/generated/manifest.ts';
import { Failure, runScript } from './lib/failure.ts';
import { operationPage } from './lib/operationTable.ts';
import { projectRoot } from './lib/paths.ts';

/** A part that repeats a table of the code: it follows the first group of its place. */
type Part = readonly [place: RegExp, text: () => string];

const whole = /^()[^]*$/;
const marked = (name: string): RegExp =>
  new RegExp(`(<!-- ${name}: begin.*-->)[^]*?(?=<!-- ${name}: end -->)`);

/**
 * `npm run docs` writes all texts that repeat a table of the code. `test/manifest/pages.test.ts` names a file that is
 * not current.
 */
const parts: Readonly<Record<string, readonly Part[]>> = {
  'docs/command-line.md': [[whole, commandLinePage]],
  'docs/internals/operations.md': [[whole, () => operationPage(manifestStrings())]],
  'docs/files.md': [
    [
      marked('fields'),
      () =>
        table(
          ['field', 'default', 'meaning'],
          [...schemaField('console', 'console').members].map(([name, { schema }]) => [
            codeOf(name),
            codeOf(schema.default),
            schema.description,
          ]),
        ),
    ],
    [
      marked('schemes'),
      () =>
        linesOf(
          Object.entries(authSchemes).map(([scheme, { detail }]) => `- ${codeOf(scheme)}: ${detail()}`),
        ),
    ],
    [
      marked('policies'),
      () =>
        table(
          ['policy', 'name in the view'],
          policyKinds.map(({ name, family, title }) => [
            codeOf(name),
            `${familyTable[family].title}, ${title}`,
          ]),
        ),
    ],
  ],
  'docs/review-a-plan.md': [
    [
      marked('needs'),
      () =>
        table(
          ['risk', 'option of the command line'],
          needKinds
            .map(needRow)
            .map(({ record, option }) => [
              record,
              option ? codeOf(`--${option.name} ${option.argument ?? ''}`.trim()) : 'none: merge or pull',
            ]),
        ),
    ],
  ],
  'docs/settings.md': [[marked('settings'), () => table(['setting', 'default', 'meaning'], settings())]],
  'package.json': [
    [
      /("propertyNames": \{\s*"enum": )\[[^\]]*\]/,
      () => JSON.stringify(diagnosticCodes.map(({ code }) => code).toSorted()),
    ],
  ],
  'package.nls.json': [
    [/("command\.list\.show": "Show List: )[^"]*(?=…)/, () => [...new Set(listTitles())].join(', ')],
  ],
  'schemas/output/command-line.schema.json': [
    [/("why": \{\s*"enum": \[[^\]]*"error",)[^\]]*/, () => JSON.stringify(needKinds).slice(1, -1)],
  ],
};

export const repeatingFiles = Object.keys(parts);

/** Returns the current text of one of these files. */
export async function currentText(file: string): Promise<string> {
  const path = join(projectRoot, file);
  let text = await readFile(path, 'utf8');
  for (const [place, part] of parts[file] ?? []) {
    if (!place.test(text)) {
      throw new Failure(`${file} has no place ${place.source}`);
    }
    text = text.replace(place, (_, before: string) => before + part());
  }
  return format(text, { ...(await resolveConfig(path)), filepath: path });
}

function manifestStrings(): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(join(projectRoot, 'package.nls.json'), 'utf8')) as Record<string, string>;
}

/** Lines with empty lines around them. */
function linesOf(lines: readonly string[]): string {
  return ['', '', ...lines, '', ''].join('\n');
}

function table(heading: readonly string[], rows: readonly (readonly (string | undefined)[])[]): string {
  return linesOf([heading, heading.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`));
}

function codeOf(value: unknown): string {
  return value === undefined ? '' : `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}

/** The settings with their texts, and with the texts of their words. */
function settings(): readonly string[][] {
  const strings = Object.entries(manifestStrings());
  return Object.entries(settingDefaults).map(([id, value]) => {
    const key = id.replace('ordinance', 'setting');
    const texts = strings.flatMap(([name, text]) =>
      name === key
        ? [text]
        : name.startsWith(`${key}.`)
          ? [`${codeOf(name.slice(key.length + 1))}: ${text}`]
          : [],
    );
    return [codeOf(id), codeOf(value), texts.join(' ')];
  });
}

/** Titles for a search in the palette. The last word is enough for a list without actions. */
function listTitles(): readonly string[] {
  return Object.values(consoleLists).map(({ title, word }) =>
    title()
      .replace(word === undefined ? /^.* / : '', '')
      .replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()),
  );
}

function commandLinePage(): string {
  const program = programOf(
    [],
    '',
    () => undefined,
    () => Promise.resolve(),
  );
  return [
    '# The command line, command by command',
    '',
    '<!-- Made by npm run docs from the help of the program. Do not edit. -->',
    '',
    '[Pipelines](pipelines.md) has the steps, and [their reference](pipelines-reference.md) has exit codes and secrets.',
    '',
    ...helpBlock(program),
    ...program.commands.flatMap((command) => [`## ${command.name()}`, '', ...helpBlock(command)]),
  ].join('\n');
}

/** `helpInformation` omits the text after the options. */
function helpBlock(command: Command): readonly string[] {
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part) }).outputHelp();
  return ['```text', text.trimEnd(), '```', ''];
}

if (import.meta.main) {
  await runScript(async () => {
    for (const file of repeatingFiles) {
      await writeFile(join(projectRoot, file), await currentText(file));
    }
  });
}
