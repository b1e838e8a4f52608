import { families, policyKind, policyKinds, type PolicyKind } from '../../core/policy/families.ts';
import { closest } from '../../core/util/closest.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import type { Options } from '../command.ts';
import { UsageError } from '../output.ts';

/** The options for the folder of `ordinance.yaml`, and for one of its consoles. */
export const placeOptions = {
  root: {
    argument: 'DIR',
    description: 'the folder that contains ordinance.yaml (default: the current folder)',
  },
  console: { argument: 'NAME', description: 'the console of ordinance.yaml, if there are several' },
} as const satisfies Options;

/**
 * Refuses a confirmation of another console, because it is meant for another push. Throws ExpectedError
 * `protected`.
 */
export function checkConfirmed(
  console: string,
  { confirm = console }: { readonly confirm?: string | undefined },
): void {
  if (confirm !== console) {
    throw new ExpectedError(
      'protected',
      `The push goes to ${console}, but --confirm names ${confirm}. Nothing was sent.`,
      { advice: `Give --confirm ${console}.` },
    );
  }
}

/** The operands that name policies. */
export const policyOperands = {
  operands: '[POLICY|FAMILY...]',
  details:
    'A POLICY is family/target, such as vulnerability/images. A FAMILY means all its policies. Without arguments: all policies that have a file.',
} as const;

const policyNames = policyKinds.map(({ name }) => name);

/** The policy or family that a mistyped word most likely means. */
export function closestPolicy(word: string): string | undefined {
  return closest(word, [...policyNames, ...families]);
}

function noPolicy(name: string, what: string, known: readonly string[]): UsageError {
  const suggestion = closest(name, known);
  return new UsageError(
    `no ${what} is called ${name}; ${suggestion === undefined ? `known are ${known.join(', ')}` : `did you mean ${suggestion}?`}`,
  );
}

/** Throws UsageError for an unknown name. */
export function kindNamed(name: string): PolicyKind {
  const kind = policyKind(name);
  if (!kind) {
    throw noPolicy(name, 'policy', policyNames);
  }
  return kind;
}

/** Accepts `family/target`, or a family for all of its policies. Throws UsageError for any other name. */
export function kindsNamed(names: readonly string[]): PolicyKind[] {
  const kinds = names.flatMap((name) => {
    const kind = policyKind(name);
    const matches = kind ? [kind] : policyKinds.filter(({ family }) => family === name);
    if (matches.length === 0) {
      throw noPolicy(name, 'policy or family', [...policyNames, ...families]);
    }
    return matches;
  });
  return [...new Set(kinds)];
}
