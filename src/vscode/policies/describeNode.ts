import { originsOf } from '../../core/consoleFile/consoleEntry.ts';
import type { Settings } from '../platform/settings.ts';
import type { LastPush } from '../targets/lastPush.ts';
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
import type { PolicyModels } from '../workspace/policyModels.ts';
import type { RowDescription } from '../platform/rowDescription.ts';
import type { PolicyNode, TreeNode } from './treeNode.ts';

export interface DescribeDeps {
  readonly consoles: Pick<Consoles, 'consoles' | 'get'>;
  readonly models: Pick<PolicyModels, 'status' | 'states' | 'isBeingChecked'>;
  readonly settings: Pick<Settings, 'skipsVerification'>;
  readonly lastPush: Pick<LastPush, 'record'>;
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
  const { record } = deps.lastPush;
  return {
    status: deps.models.status(consoleId, policy),
    isBeingChecked: deps.models.isBeingChecked(consoleId, policy),
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
      console !== undefined && originsOf(console.entry).every((origin) => settings.skipsVerification(origin)),
    ...(console && folders.size > 1 ? { folder: console.folder.name } : {}),
    states: models.states(consoleId),
  };
}
