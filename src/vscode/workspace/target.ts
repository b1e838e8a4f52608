import type { Uri } from 'vscode';
import type { RulePlace } from '../../core/document/ruleEdits.ts';
import type { Family, PolicyKind, PolicyName } from '../../core/policy/families.ts';
import type { ListName } from '../../core/consoleFile/lists.ts';
import type { ConsoleHandle } from './consoleHandle.ts';
import type { RuleRef } from '../../core/document/ruleRef.ts';

/**
 * The object of a command. Tree rows have a `target`; editors and the palette make one. `consoleId` is the
 * `id` of a `ConsoleHandle`.
 */
export type Target =
  | { readonly kind: 'console'; readonly consoleId: string }
  | { readonly kind: 'family'; readonly consoleId: string; readonly family: Family }
  /** A list of a console beside its policies. */
  | { readonly kind: 'list'; readonly consoleId: string; readonly list: ListName }
  | PolicyTarget
  | RuleTarget;

export interface PolicyTarget {
  readonly kind: 'policy';
  readonly consoleId: string;
  readonly policy: PolicyName;
}

/** `select` gives the row the selection and the focus at once, so that no key finds them at different rows. `show` only brings it into view. */
export type Reveal = 'select' | 'show';

/** A rule of the policy file. */
export interface RuleTarget extends RuleRef {
  readonly kind: 'rule';
  readonly consoleId: string;
  readonly policy: PolicyName;
}

/** The rules of a command, all of one list of a file. */
export interface ChosenRules {
  readonly uri: Uri;
  readonly array: string;
  /** Ascending, with their places at the time of the choice. */
  readonly rules: readonly RuleRef[];
  /** Reveals an edited rule in the view in which the rules were chosen. */
  readonly show?: (place: RulePlace, how: Reveal) => Promise<void>;
  /** The document version for which the edit was made. The edit may be wrong for any other version. */
  readonly version?: number;
}

export function policyTarget({
  console,
  kind,
}: {
  readonly console: Pick<ConsoleHandle, 'id'>;
  readonly kind: Pick<PolicyKind, 'name'>;
}): PolicyTarget {
  return { kind: 'policy', consoleId: console.id, policy: kind.name };
}

/** The target of a tree row, or of a command argument. */
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

/**
 * The rows of a menu command. VS Code passes the clicked row, and all selected rows when several are
 * selected.
 */
export function targetsOf(row: unknown, rows: unknown): readonly Target[] {
  const all = Array.isArray(rows) && rows.length > 0 ? rows : [row];
  return all.map(targetOf).filter((target) => target !== undefined);
}

/** True for the argument of a command that a click on a row runs. The keyboard focus then stays in the view. */
export function isClick(row: unknown): boolean {
  return typeof row === 'object' && row !== null && 'clicked' in row;
}

/**
 * The policy name in the title of a tab, without a slash, because VS Code shows the last part of a path only.
 */
export function policyTabName(policy: PolicyName): string {
  return policy.replace('/', ' ');
}
