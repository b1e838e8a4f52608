import type { Command } from 'commander';

/** `docs/command-line.md`: the help of the program and of each command. */
export function commandLinePage(program: Command): string {
  return [
    '# The command line, command by command',
    '',
    '<!-- Made by scripts/commandLine.ts from the help of the program. Do not edit. -->',
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
