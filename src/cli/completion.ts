import type { Command, Option } from 'commander';
import { families, policyKinds } from '../core/policy/families.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;

const policies = [...families, ...policyKinds.map(({ name }) => name)];

/** The script with which a shell completes commands, options, values and policies, and otherwise files. */
export function completionScript({ commands }: Command, shell: (typeof shells)[number]): string {
  return shell === 'fish' ? fishLines(commands).join('\n') : bashLines(commands, shell).join('\n');
}

function bashLines(commands: readonly Command[], shell: 'bash' | 'zsh'): readonly string[] {
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

function fishLines(commands: readonly Command[]): readonly string[] {
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

function valuesOf({ argChoices, flags }: Option): readonly string[] {
  return argChoices ?? (flags.includes('POLICY') ? policies : []);
}

function argumentsOf({ registeredArguments }: Command): readonly string[] {
  return registeredArguments.flatMap((argument) =>
    argument.name().includes('POLICY') ? policies : (argument.argChoices ?? []),
  );
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
}
