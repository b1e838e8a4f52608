import type { l10n } from 'vscode';
import { originsOf } from '../../core/consoles/consoleFile.ts';
import type { Settings } from '../platform/settings.ts';
import type { ConsoleRegistry } from '../workspace/consoleRegistry.ts';
import {
  describeArray,
  describeConsole,
  describeFamily,
  describePage,
  type ConsoleFacts,
} from './describeGroup.ts';
import { describeList, describeLists } from './describeList.ts';
import { describePolicy } from './describePolicy.ts';
import { describeRule } from './describeRule.ts';
import type { PolicyStates } from '../workspace/policyStates.ts';
import type { RowDescription } from '../platform/rowDescription.ts';
import type { TreeNode } from './treeNode.ts';

type L10n = Pick<typeof l10n, 't'>;

export interface DescribeDeps {
  readonly consoles: Pick<ConsoleRegistry, 'consoles' | 'get'>;
  readonly states: Pick<PolicyStates, 'status' | 'states'>;
  readonly settings?: Pick<Settings, 'skipsVerification'>;
}

/** What a row says now. */
export function describeNode(node: TreeNode, deps: DescribeDeps, l10n: L10n): RowDescription {
  const { consoleId } = node.target;
  const access = deps.consoles.get(consoleId)?.access ?? 'signed-out';
  const describers: {
    readonly [K in TreeNode['kind']]: (row: Extract<TreeNode, { kind: K }>) => RowDescription;
  } = {
    console: () => describeConsole(consoleFacts(consoleId, deps), l10n),
    family: (row) => describeFamily(row, deps.states.states(consoleId, row.family), access, l10n),
    lists: () => describeLists(l10n),
    list: (row) => describeList(row, access, l10n),
    policy: (row) =>
      describePolicy(row, { status: deps.states.status(consoleId, row.policy.name), access }, l10n),
    array: (row) => describeArray(row, l10n),
    page: (row) => describePage(row, l10n),
    rule: (row) => describeRule(row, l10n),
  };
  return (describers[node.kind] as (row: TreeNode) => RowDescription)(node);
}

function consoleFacts(consoleId: string, { consoles, states, settings }: DescribeDeps): ConsoleFacts {
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
    states: states.states(consoleId),
  };
}
