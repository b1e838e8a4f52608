import { commonOptions, type Command, type Options } from '../../src/cli/command.ts';
import { optionWords, usageOf } from '../../src/cli/help.ts';

/** `docs/command-line.md`, from the table of commands. */
export function commandLinePage(commands: readonly Command[]): string {
  return [
    '# The command line, command by command',
    '',
    '<!-- Made by scripts/commandLine.ts from the table of commands. Do not edit. -->',
    '',
    'This is what `ordinance COMMAND --help` says. How to use it in a pipeline, exit codes and secrets: [pipelines.md](pipelines.md).',
    '',
    'Of every command:',
    '',
    ...optionTable(commonOptions),
    '',
    ...commands.flatMap(section),
  ].join('\n');
}

function section(command: Command): readonly string[] {
  const { name, summary, means, options, examples } = command;
  return [
    `## ${name}`,
    '',
    `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    '',
    '```text',
    usageOf(command),
    '```',
    '',
    ...(means === undefined ? [] : [means, '']),
    ...(Object.keys(options).length === 0 ? [] : [...optionTable(options), '']),
    '```sh',
    ...examples.flatMap(([line, does]) => [`# ${does}`, line]),
    '```',
    '',
  ];
}

function optionTable(options: Options): readonly string[] {
  return [
    '| option | does |',
    '| --- | --- |',
    ...Object.entries(options).map(([name, option]) => {
      const words = [...(option.short === undefined ? [] : [`-${option.short}`]), optionWords(name, option)];
      const several = option.several ? ' (several times)' : '';
      return `| ${words.map((word) => `\`${word.replaceAll('|', '\\|')}\``).join(', ')} | ${option.description}${several} |`;
    }),
  ];
}
