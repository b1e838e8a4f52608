import { Argument, Command as Program, Option as ProgramOption } from 'commander';
import { commonOptions, type Command, type Option, type Options, type ValuesOf } from './command.ts';
import { commands } from './commands.ts';
import { UsageError } from './output.ts';
import { kindNamed, kindsNamed } from './remote/arguments.ts';
import { families, policyKinds } from '../core/policy/families.ts';

/** The arguments of one call, as commander parsed them. */
export interface ParsedCall {
  readonly values: ValuesOf<Options & typeof commonOptions>;
  readonly positionals: readonly string[];
}

const afterHelp = `
Exit codes:
  0   done, or nothing to do
  1   an error, also a push without the result "applied"
  2   there is something to push
  3   drift or conflict
  4   a gate did not pass: plan --fail-on, equivalent
  64  Ordinance does not understand the command line

Variables, here for a console named prod-eu:
  ORDINANCE_PROD_EU_ACCESS_KEY_ID, ORDINANCE_PROD_EU_ACCESS_KEY_SECRET
      the access key; with _FILE behind the name: a file that contains the value
  ORDINANCE_PROD_EU_ORIGINS
      the origins that may receive the key, such as https://console.example:8083
  ORDINANCE_PROD_EU_AUTHORITY
      the SHA-256 fingerprint of the authority in caFile
  ORDINANCE_MACHINE_KEY
      the key that signs the records in .ordinance/, for runs that cannot save a key of their own
  ORDINANCE_AUTHOR
      the name in the journal of pushes
  NO_COLOR
      turns color off`;

/** The table of commands as a commander program. `run` gets each valid call. */
export function programOf(
  words: readonly string[],
  version: string,
  print: (text: string) => void,
  run: (command: Command, parsed: ParsedCall) => Promise<void>,
): Program {
  const program = new Program('ordinance')
    .description('Checks, compares, plans and pushes security policies as files. It never asks questions.')
    .version(version, '-v, --version', 'prints the version')
    .helpOption('-h, --help', 'shows this help')
    .configureHelp({ helpWidth: 100 })
    .configureOutput({ writeOut: print, writeErr: () => undefined })
    .exitOverride()
    .addHelpText('after', afterHelp);
  for (const row of commands) {
    const { name, summary, operands, details, examples } = row;
    const specs = Object.entries<Option>({ ...row.options, ...commonOptions });
    const options = specs.map(([key, spec]) => ({ key, spec, option: programOption(key, spec, words) }));
    const command = program
      .command(name)
      .summary(summary)
      .description(details === undefined ? summary : `${summary}\n\n${details}`)
      .allowExcessArguments(false)
      .addHelpText(
        'after',
        `\nExamples:\n${examples.map(([line, does]) => `  ${line}\n      ${does}`).join('\n')}`,
      )
      .addHelpText('after', '\nExit codes and variables: ordinance --help')
      .action(() =>
        run(row, {
          values: Object.fromEntries(
            options.map(({ key, spec, option }) => [
              key,
              command.getOptionValue(option.attributeName()) ??
                (spec.several ? [] : spec.argument === undefined ? false : undefined),
            ]),
          ) as ParsedCall['values'],
          positionals: command.processedArgs.flat() as string[],
        }),
      );
    options.forEach(({ option }) => command.addOption(option));
    operands?.split(' ').forEach((argument) => command.addArgument(programArgument(argument)));
  }
  program
    .command('completion')
    .summary('prints the script that completes commands in a shell')
    .description(
      'prints the script that completes commands in a shell, such as: source <(ordinance completion bash)',
    )
    .addArgument(new Argument('<SHELL>').choices(shells))
    .action((shell: (typeof shells)[number]) => print(completionScript(program, shell)));
  program
    .command('version')
    .summary('prints the version')
    .action(() => print(version));
  return program;
}

/** Readers of values, by placeholder. White space around a name is removed. */
const readers: Readonly<Record<string, (value: string) => string>> = {
  POLICY: (value) => kindNamed(value.trim()).name,
  'POLICY|FAMILY': (value) => {
    kindsNamed([value.trim()]);
    return value.trim();
  },
  CONSOLE: (value) => value.trim(),
  NAME: (value) => value.trim(),
  NUMBER: (value) => value.trim(),
  PUSH: (value) => value.trim(),
};

function programOption(name: string, spec: Option, words: readonly string[]): ProgramOption {
  const { argument, values, several, description } = spec;
  const option = new ProgramOption(
    argument === undefined ? `--${name}` : `--${name} <${argument}>`,
    several ? `${description} (several times)` : description,
  );
  if (argument === undefined) {
    return option.conflicts({ json: ['format'], quiet: ['verbose'] }[name] ?? []);
  }
  const read = values ? option.choices(values).parseArg : readers[argument];
  return option.argParser((text: string, before: unknown) => {
    // Another option in this place means that the value is missing.
    if (/^-./.test(text) && !words.includes(`--${name}=${text}`)) {
      throw new UsageError(
        `--${name} needs a value; one that begins with a dash is written --${name}=${text}`,
      );
    }
    const value = read ? read(values ? text.trim() : text, undefined) : text;
    return several ? [...(Array.isArray(before) ? before : []), value] : value;
  });
}

function programArgument(notation: string): Argument {
  const argument = new Argument(notation);
  const read = readers[argument.name()] ?? ((value) => value);
  return argument.variadic
    ? argument.argParser((text: string, before: readonly string[] | undefined) =>
        // Ignores the line end of another system after other arguments. Alone, it may be an empty variable,
        // which must not select all policies.
        before && /^[\ufeff\r\n]+$/.test(text) ? before : [...(before ?? []), read(text)],
      )
    : argument.argParser(read);
}

const shells = ['bash', 'zsh', 'fish'] as const;

const policies = [...families, ...policyKinds.map(({ name }) => name)];

/** The script with which a shell completes commands, options, values and policies, and otherwise files. */
function completionScript({ commands }: Program, shell: (typeof shells)[number]): string {
  return shell === 'fish' ? fishLines(commands).join('\n') : bashLines(commands, shell).join('\n');
}

function bashLines(commands: readonly Program[], shell: 'bash' | 'zsh'): readonly string[] {
  return [
    ...(shell === 'zsh' ? ['autoload -U +X bashcompinit && bashcompinit'] : []),
    '_ordinance() {',
    '  local words=',
    '  case "$COMP_CWORD ${COMP_WORDS[1]} ${COMP_WORDS[COMP_CWORD-1]}" in',
    `    1\\ *) words="${commands.map((command) => command.name()).join(' ')} help" ;;`,
    ...commands.flatMap((command) => [
      ...command.options.flatMap((option) =>
        option.required
          ? [`    *\\ ${command.name()}\\ ${option.long}) words="${valuesOf(option).join(' ')}" ;;`]
          : [],
      ),
      `    *\\ ${command.name()}\\ *) words="${[...command.options.map((option) => option.long), '--help', ...argumentsOf(command)].join(' ')}" ;;`,
    ]),
    '  esac',
    '  COMPREPLY=(`compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"`)',
    '}',
    'complete -o default -F _ordinance ordinance',
  ];
}

function fishLines(commands: readonly Program[]): readonly string[] {
  return commands.flatMap((command) => {
    const within = `complete -c ordinance -n '__fish_seen_subcommand_from ${command.name()}'`;
    return [
      `complete -c ordinance -f -n __fish_use_subcommand -a ${command.name()} -d ${quoted(command.summary())}`,
      ...command.options.map((option) => {
        const values = valuesOf(option);
        const argument = values.length > 0 ? ` -x -a '${values.join(' ')}'` : option.required ? ' -r' : '';
        return `${within} -l ${option.name()}${argument} -d ${quoted(option.description)}`;
      }),
      ...(argumentsOf(command).length > 0 ? [`${within} -a '${argumentsOf(command).join(' ')}'`] : []),
    ];
  });
}

function valuesOf({ argChoices, flags }: ProgramOption): readonly string[] {
  return argChoices ?? (flags.includes('POLICY') ? policies : []);
}

function argumentsOf({ registeredArguments }: Program): readonly string[] {
  return registeredArguments.flatMap((argument) =>
    argument.name().includes('POLICY') ? policies : (argument.argChoices ?? []),
  );
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
}
