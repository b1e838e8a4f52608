import type { Family, PolicyName } from '../../core/policy/families.ts';
import type { ListName } from '../../core/consoles/lists.ts';

/**
 * What a command acts on. Tree rows carry one as `target`; editors and the palette make one. `consoleId` is the `id` of
 * a `ConsoleHandle`.
 */
export type Target =
  | { readonly kind: 'console'; readonly consoleId: string }
  | { readonly kind: 'family'; readonly consoleId: string; readonly family: Family }
  | ListTarget
  | PolicyTarget
  | RuleTarget;

/** A list a console holds beside its policies. */
export interface ListTarget {
  readonly kind: 'list';
  readonly consoleId: string;
  readonly list: ListName;
}

export interface PolicyTarget {
  readonly kind: 'policy';
  readonly consoleId: string;
  readonly policy: PolicyName;
}

/** A rule of the working copy: `index` is its zero-based place in the array named by `array`. */
export interface RuleTarget {
  readonly kind: 'rule';
  readonly consoleId: string;
  readonly policy: PolicyName;
  readonly array: string;
  readonly index: number;
  /** What it was called when the row was drawn: whoever deletes it wants to be sure that it is this one. */
  readonly name?: string | undefined;
  /**
   * The version of the document, or of the list of rules, when the rule was drawn, and whether no other rule had its name in it. By
   * its name alone a rule is found again only when it is the only one with this name, then and now.
   */
  readonly drawn?: {
    readonly of: 'document' | 'list';
    readonly version: number;
    readonly isAlone: boolean;
  };
}

/** The target of a tree row, or of an argument that is one. */
export function targetOf(argument: unknown): Target | undefined {
  if (typeof argument !== 'object' || argument === null) {
    return undefined;
  }
  if ('target' in argument) {
    return targetOf(argument.target);
  }
  return 'kind' in argument && 'consoleId' in argument && typeof argument.consoleId === 'string'
    ? (argument as Target)
    : undefined;
}

/** The rows a menu command acts on: VS Code passes the clicked row and, when several are selected, all of them. */
export function targetsOf(row: unknown, rows: unknown): readonly Target[] {
  const all = Array.isArray(rows) && rows.length > 0 ? rows : [row];
  return all.map(targetOf).filter((target) => target !== undefined);
}
