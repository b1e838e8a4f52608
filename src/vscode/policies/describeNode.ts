import { originsOf } from '../../core/consoleFile/consoleEntry.ts';
import type { Family, PolicyName } from '../../core/policy/families.ts';
import type { PolicyStatus } from '../../core/sync/outcomes.ts';
import type { ConsoleAccess } from '../workspace/consoleHandle.ts';
import type { Consoles } from '../workspace/consoles.ts';
import {
  describeArray,
  describeConsole,
  describeFamily,
  describeList,
  describeLists,
  describePage,
  type ConsoleFacts,
} from './describeGroup.ts';
import { describePolicy, type PolicyFacts } from './describePolicy.ts';
import { describeRule } from './describeRule.ts';
import type { ShownState } from '../workspace/shownState.ts';
import type { RowDescription } from '../platform/rowDescription.ts';
import type { PolicyNode, TreeNode } from './treeNode.ts';

export interface DescribeDeps {
  readonly consoles: Pick<Consoles, 'consoles' | 'get'>;
  readonly models: KnownStates;
  readonly settings?: { skipsVerification(origin: string): boolean };
  /** The push that "Undo Last Push" undoes. */
  readonly lastPush?: { readonly record: PolicyPushed | undefined };
}

interface PolicyPushed {
  readonly consoleId: string;
  readonly policy: PolicyName;
}

/** States as far as they are known. */
interface KnownStates {
  status(consoleId: string, policy: PolicyName): PolicyStatus | undefined;
  states(consoleId: string, family?: Family): ShownState[];
  isBeingChecked?(consoleId: string, policy: PolicyName): boolean;
}

/** Returns the current label, icon and description of a row. */
export function describeNode(node: TreeNode, deps: DescribeDeps): RowDescription {
  const { consoleId } = node.target;
  const access = deps.consoles.get(consoleId)?.access ?? 'signed-out';
  const describers: {
    readonly [K in TreeNode['kind']]: (row: Extract<TreeNode, { kind: K }>) => RowDescription;
  } = {
    console: () => describeConsole(consoleFacts(consoleId, deps)),
    family: (row) => describeFamily(row, deps.models.states(consoleId, row.family), access),
    lists: () => describeLists(),
    list: (row) => describeList(row, access),
    policy: (row) => describePolicy(row, policyFacts(row, access, deps)),
    array: (row) => describeArray(row),
    page: (row) => describePage(row),
    rule: (row) => describeRule(row),
  };
  return (describers[node.kind] as (row: TreeNode) => RowDescription)(node);
}

function policyFacts(row: PolicyNode, access: ConsoleAccess, deps: DescribeDeps): PolicyFacts {
  const { consoleId, policy } = row.target;
  const { record } = deps.lastPush ?? {};
  return {
    status: deps.models.status(consoleId, policy),
    isBeingChecked: deps.models.isBeingChecked?.(consoleId, policy) ?? false,
    access,
    canUndo: record?.consoleId === consoleId && record.policy === policy,
  };
}

function consoleFacts(consoleId: string, { consoles, models, settings }: DescribeDeps): ConsoleFacts {
  const console = consoles.get(consoleId);
  const folders = new Set(consoles.consoles.map(({ folder }) => folder.name));
  return {
    name: console?.entry.name ?? consoleId,
    address: console ? new URL(console.entry.url).host : '',
    access: console?.access ?? 'signed-out',
    protected: console?.entry.protected ?? false,
    unverified:
      console !== undefined &&
      originsOf(console.entry).every((origin) => settings?.skipsVerification(origin) === true),
    ...(console && folders.size > 1 ? { folder: console.folder.name } : {}),
    states: models.states(consoleId),
  };
}
