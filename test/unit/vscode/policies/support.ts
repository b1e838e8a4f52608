import type { PolicyStatus } from '../../../../src/core/sync/policyStatus.ts';
import type { RuleMark } from '../../../../src/core/policy/ruleMark.ts';
import type { PolicyName } from '../../../../src/core/policy/families.ts';
import type { OrderOfList } from '../../../../src/core/assist/order/documentOrder.ts';
import type { OrderFinding } from '../../../../src/core/order/orderAnalysis.ts';
import type { RuleAction } from '../../../../src/core/order/effect/effectWords.ts';
import { type TreeNode, consoleNode, rowsBelow } from '../../../../src/vscode/policies/treeNodes.ts';
import { type RowDeps } from '../../../../src/vscode/policies/describeRows.ts';
import type { ConsoleAccess, ConsoleHandle } from '../../../../src/vscode/workspace/consoleHandle.ts';
import type { ShownState } from '../../../../src/vscode/workspace/shownState.ts';
import type { PolicyTarget } from '../../../../src/vscode/workspace/target.ts';
import type { RuleList, RuleSummary } from '../../../../src/vscode/workspace/policyDocuments.ts';

export const consoleId = 'home#prod';

export interface DepsGiven {
  readonly access?: ConsoleAccess;
  readonly states?: readonly ShownState[];
  readonly isProtected?: boolean;
  readonly status?: PolicyStatus;
  readonly undoable?: PolicyName;
  readonly skipsVerification?: (origin: string) => boolean;
}

/** The parts behind the rows of one console. */
export function rowDeps(given: DepsGiven = {}): RowDeps {
  const { access = 'ready', states = [], isProtected = false, status, undoable } = given;
  const console = {
    id: consoleId,
    access,
    entry: { name: 'prod', url: 'https://console.example:8083', protected: isProtected },
    folder: { name: 'home' },
  } as ConsoleHandle;
  return {
    consoles: { consoles: [console], get: () => console },
    models: { status: () => status, states: () => states },
    settings: { skipsVerification: given.skipsVerification ?? (() => false) },
    lastPush: { record: undoable && { consoleId, policy: undoable } },
  } as unknown as RowDeps;
}

export function consoleRow(given?: DepsGiven): TreeNode {
  return consoleNode(rowDeps(given), consoleId);
}

export const familyRows = (given?: DepsGiven): readonly TreeNode[] =>
  (consoleRow(given).children() as readonly TreeNode[]).filter(({ kind }) => kind === 'family');

export const policyRows = (given?: DepsGiven): readonly TreeNode[] =>
  familyRows(given)
    .flatMap((family) => family.children() as readonly TreeNode[])
    .filter(({ kind }) => kind === 'policy');

export function policyRow(policy: PolicyName, given?: DepsGiven): TreeNode {
  const row = policyRows(given).find(({ id }) => id === `${consoleId}/${policy}`);
  if (!row) {
    throw new Error(`no row for ${policy}`);
  }
  return row;
}

/** The rows below a policy with these rules. */
export function ruleRows(
  policy: PolicyName,
  arrays: Readonly<Record<string, readonly RuleGiven[]>>,
): readonly TreeNode[] {
  const target: PolicyTarget = { kind: 'policy', consoleId, policy };
  return rowsBelow(rowDeps(), target, ruleList(arrays));
}

export const indexOf = ({ target }: TreeNode): number | undefined =>
  target.kind === 'rule' ? target.index : undefined;

export interface RuleGiven {
  readonly name?: string;
  readonly disabled?: boolean;
  readonly collections?: readonly string[];
  readonly action?: RuleAction;
  readonly order?: readonly OrderFinding[];
  readonly isSure?: boolean;
  readonly mark?: RuleMark;
}

export function ruleList(arrays: Readonly<Record<string, readonly RuleGiven[]>>): RuleList {
  return {
    uri: { toString: () => 'file:///policies/prod/rules.policy.yaml' } as RuleList['uri'],
    arrays: Object.entries(arrays).map(([key, rules]) => ({
      key,
      rules: rules.map((given, index) => summary(key, index, given)),
    })),
  };
}

function summary(array: string, index: number, given: RuleGiven): RuleSummary {
  return {
    array,
    index,
    name: given.name,
    disabled: given.disabled ?? false,
    collections: given.collections ?? ['All'],
    checks: 0,
    start: index,
    line: index,
    isSure: given.isSure ?? true,
    ref: { array, index, ...((given.isSure ?? true) && { name: given.name }) },
    action: () => given.action ?? 'alert',
    order: () => given.order && { list: {} as OrderOfList, findings: given.order, isNotAnalyzed: false },
    mark: () => given.mark,
  };
}
