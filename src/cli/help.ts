import { commonOptions, type Command, type Option, type Options } from './command.ts';

/** Columns of a terminal. */
const width = 100;

/** `ordinance plan [--out FILE] [POLICY|FAMILY]…`; what every command has is left out, except for `--json`. */
export function usageOf({ name, options, takes }: Command): string {
  const parts = Object.entries(options).map(
    ([option, spec]) => `[${optionWords(option, spec)}]${spec.several ? '…' : ''}`,
  );
  return ['ordinance', name, ...parts, '[--json]', ...(takes === undefined ? [] : [takes])].join(' ');
}

/** `--format text|json`, as it is written. */
export function optionWords(name: string, { argument, values }: Option): string {
  return argument === undefined ? `--${name}` : `--${name} ${values?.join('|') ?? argument}`;
}

export function helpOf(command: Command): string {
  const { name, summary, takes, means, options, examples } = command;
  return [
    `ordinance ${name}: ${summary}`,
    '',
    `usage: ordinance ${name} [options]${takes === undefined ? '' : ` ${takes}`}`,
    '',
    ...(means === undefined ? [] : [...wrapped(means, width), '']),
    'options:',
    ...optionLines(options),
    '',
    'of every command:',
    ...optionLines(commonOptions),
    '',
    examples.length === 1 ? 'example:' : 'examples:',
    ...examples.flatMap(([line, does]) => [`  ${line}`, `      ${does}`]),
  ].join('\n');
}

export function helpOfAll(commands: readonly Command[]): string {
  const longest = Math.max(...commands.map(({ name }) => name.length));
  return [
    'usage: ordinance COMMAND [options] …',
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(longest)}  ${summary}`),
    '',
    'ordinance COMMAND --help describes every option of a command, with examples.',
    'ordinance --version says which version this is.',
    '',
    'It ends with 0 (done, or nothing to do), 1 (an error), 2 (there is something to push), 3 (drift or conflict)',
    'or 4 (a gate that was asked for did not hold).',
  ].join('\n');
}

function optionLines(options: Options): readonly string[] {
  const column = 26;
  return Object.entries(options).flatMap(([name, option]) => {
    const short = option.short === undefined ? '' : `-${option.short}, `;
    const head = `  ${short}${optionWords(name, option)}`;
    const description = `${option.description}${option.several ? ' (several times)' : ''}`;
    const lines = wrapped(description, width - column);
    return head.length < column - 1
      ? lines.map((line, at) => `${at === 0 ? head.padEnd(column) : ' '.repeat(column)}${line}`)
      : [head, ...lines.map((line) => `${' '.repeat(column)}${line}`)];
  });
}

function wrapped(text: string, most: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length + 1 > most) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
