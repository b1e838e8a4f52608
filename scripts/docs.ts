import type { Command } from 'commander';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { programOf } from '../src/cli/program.ts';
import { diagnosticCodes } from '../src/core/assist/findings/catalog.ts';
import { authSchemes } from '../src/core/consoleFile/authSchemes.ts';
import { consoleLists } from '../src/core/consoleFile/lists.ts';
import { familyTable, policyKinds } from '../src/core/policy/families.ts';
import { needKinds, needRow } from '../src/core/sync/pushNeeds.ts';
import { runScript } from './lib/failure.ts';
import { operationPage } from './lib/operationTable.ts';
import { projectRoot } from './lib/paths.ts';

/**
 * `npm run docs` writes all texts that repeat a table of the code: whole pages, the parts of pages between two marks,
 * and lists in JSON files. `test/manifest/pages.test.ts` names a file that is not current.
 */
export const repeatingFiles: Readonly<Record<string, (text: string) => string>> = {
  'docs/command-line.md': commandLinePage,
  'docs/internals/operations.md': () => operationPage(manifestStrings()),
  'docs/files.md': (page) =>
    withParts(page, {
      fields: table(['field', 'default', 'meaning'], consoleFields()),
      schemes: Object.entries(authSchemes).map(([scheme, { detail }]) => `- \`${scheme}\`: ${detail()}`),
      policies: table(
        ['policy', 'name in the view'],
        policyKinds.map(({ name, family, title }) => [
          `\`${name}\``,
          `${familyTable[family].title}, ${title}`,
        ]),
      ),
    }),
  'docs/review-a-plan.md': (page) =>
    withParts(page, {
      needs: table(
        ['risk', 'option of the command line'],
        needKinds
          .map(needRow)
          .map(({ record, option }) => [
            record,
            option ? `\`--${[option.name, option.argument].join(' ').trim()}\`` : 'none: merge or pull',
          ]),
      ),
    }),
  'docs/settings.md': (page) =>
    withParts(page, { settings: table(['setting', 'default', 'meaning'], settings()) }),
  'package.json': (text) =>
    withJson<Manifest>(text, ({ contributes: { configuration } }) => {
      const severities = configuration.flatMap(({ properties }) => properties[severitySetting] ?? []);
      severities.forEach((setting) => {
        setting.propertyNames = { enum: diagnosticCodes.map(({ code }) => code).toSorted() };
      });
    }),
  'package.nls.json': (text) =>
    withJson<Record<string, string>>(text, (strings) => {
      strings['command.list.show'] = `Show List: ${[...new Set(listTitles())].join(', ')}…`;
    }),
  'schemas/output/command-line.schema.json': (text) =>
    withJson<OutputSchema>(text, ({ definitions: { refusal } }) => {
      const { why } = refusal.properties;
      why.enum = [...why.enum.slice(0, why.enum.indexOf('error') + 1), ...needKinds];
    }),
};

/** Returns the current text of one of these files. */
export async function currentText(file: string): Promise<string> {
  const path = join(projectRoot, file);
  const text = repeatingFiles[file]?.(await readFile(path, 'utf8')) ?? '';
  return format(text, { ...(await resolveConfig(path)), filepath: path });
}

const severitySetting = 'ordinance.diagnostics.severity';

interface Setting {
  readonly default: unknown;
  readonly description?: string;
  readonly markdownDescription?: string;
  readonly enum?: readonly string[];
  readonly markdownEnumDescriptions?: readonly string[];
  propertyNames?: { readonly enum: readonly string[] };
}

interface Manifest {
  readonly contributes: {
    readonly configuration: readonly { readonly properties: Readonly<Record<string, Setting>> }[];
  };
}

interface OutputSchema {
  readonly definitions: {
    readonly refusal: { readonly properties: { readonly why: { enum: readonly string[] } } };
  };
}

interface ConsoleSchema {
  readonly definitions: {
    readonly console: {
      readonly properties: Readonly<
        Record<string, { readonly description: string; readonly default?: unknown }>
      >;
    };
  };
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(join(projectRoot, file), 'utf8')) as T;
}

function manifestStrings(): Readonly<Record<string, string>> {
  return readJson('package.nls.json');
}

function withJson<T>(text: string, edit: (value: T) => void): string {
  const value = JSON.parse(text) as T;
  edit(value);
  return JSON.stringify(value, undefined, 2);
}

/** Puts each text between the two marks with its name. */
function withParts(page: string, parts: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(parts).reduce((text, [name, lines]) => {
    const marks = new RegExp(`(<!-- ${name}: begin\\b.*-->\n)[^]*?(<!-- ${name}: end -->)`);
    return text.replace(marks, (_, begin: string, end: string) => [begin, ...lines, '', end].join('\n'));
  }, page);
}

function table(heading: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  return [heading, heading.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}

function codeOf(value: unknown): string {
  return value === undefined ? '' : `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}

function consoleFields(): readonly string[][] {
  const { definitions } = readJson<ConsoleSchema>('schemas/console.schema.json');
  return Object.entries(definitions.console.properties).map(([name, field]) => [
    codeOf(name),
    codeOf(field.default),
    field.description,
  ]);
}

function settings(): readonly string[][] {
  const strings = manifestStrings();
  const textOf = (key = ''): string => strings[key.slice(1, -1)] ?? '';
  return readJson<Manifest>('package.json').contributes.configuration.flatMap(({ properties }) =>
    Object.entries(properties).map(([id, setting]) => [
      codeOf(id),
      codeOf(setting.default),
      [
        textOf(setting.description ?? setting.markdownDescription),
        ...(setting.enum ?? []).map(
          (word, at) => `${codeOf(word)}: ${textOf(setting.markdownEnumDescriptions?.[at])}`,
        ),
      ].join(' '),
    ]),
  );
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
    for (const file of Object.keys(repeatingFiles)) {
      await writeFile(join(projectRoot, file), await currentText(file));
    }
  });
}
