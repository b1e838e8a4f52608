import { parseArgs, type ParseArgsConfig } from 'node:util';
import { families, policyKind, policyKinds, type PolicyKind } from '../../core/policy/families.ts';
import { messageOf } from '../../core/util/errors.ts';
import { UsageError } from '../output.ts';
import type { OpenConsole } from './openConsole.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/** Options of every command that talks to a console. */
export const placeOptions = {
  root: { type: 'string' },
  console: { type: 'string' },
  json: { type: 'boolean', default: false },
} satisfies Options;

export const placeUsage = '[--root DIR] [--console NAME] [--json]';

/** What a push has to be given where a person would be asked. */
export const confirmOptions = {
  confirm: { type: 'string' },
  empty: { type: 'string', multiple: true, default: [] as string[] },
  'allow-removals': { type: 'boolean', default: false },
  'allow-open': { type: 'boolean', default: false },
  'allow-unpulled': { type: 'boolean', default: false },
  'allow-foreign': { type: 'boolean', default: false },
} satisfies Options;

export const confirmUsage =
  '[--confirm CONSOLE] [--empty POLICY]… [--allow-removals] [--allow-open] [--allow-unpulled] [--allow-foreign]';

/** Throws UsageError. */
export function parseCommand<const T extends Options>(args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
}

/** `family/target`, or a family for all of its policies. Throws UsageError for anything else. */
export function kindsNamed(names: readonly string[]): PolicyKind[] {
  const kinds = names.flatMap((name) => {
    const kind = policyKind(name);
    const found = kind ? [kind] : policyKinds.filter(({ family }) => family === name);
    if (found.length === 0) {
      throw new UsageError(
        `no policy or family is called ${name}; families are ${families.join(', ')}, policies ${policyKinds.map((one) => one.name).join(', ')}`,
      );
    }
    return found;
  });
  return [...new Set(kinds)];
}

/** The policies that are named, else all that have a file. */
export async function kindsOrPulled(
  names: readonly string[],
  { copies, entry }: Pick<OpenConsole, 'copies' | 'entry'>,
): Promise<PolicyKind[]> {
  if (names.length > 0) {
    return kindsNamed(names);
  }
  const pulled: PolicyKind[] = [];
  for (const kind of policyKinds) {
    // What cannot be read is there: what is wrong with it is said by whoever needs it.
    const isThere = await copies.read({ console: entry.name, policy: kind.name }).then(Boolean, () => true);
    if (isThere) {
      pulled.push(kind);
    }
  }
  return pulled;
}
