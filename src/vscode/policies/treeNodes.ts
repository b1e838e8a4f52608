import { consoleLists, listNames, type ListName } from '../../core/consoleFile/lists.ts';
import { ruleIds } from '../../core/document/ruleRef.ts';
import {
  families,
  familyTable,
  policyKind,
  policyKinds,
  type Family,
  type PolicyKind,
} from '../../core/policy/families.ts';
import { policyStates } from '../../core/sync/policyStatus.ts';
import { l10n } from '../../core/util/l10n.ts';
import { listParts } from '../../core/util/listParts.ts';
import type { RowDescription } from '../platform/treeView.ts';
import { fileState } from '../workspace/shownState.ts';
import type { RuleList, RuleSummary } from '../workspace/policyDocuments.ts';
import type { PolicyTarget, Target } from '../workspace/target.ts';
import {
  describeConsole,
  accessOf,
  type RowDeps,
  describeGroup,
  sumsOf,
  describePolicy,
  describeRule,
} from './describeRows.ts';
import { consoleTooltip, policyTooltip, ruleTooltip } from './tooltips.ts';
import type { Uri } from 'vscode';
import type { Markdown } from '../../core/util/markdown.ts';

/** A row of the Policies view. Its content is computed when the editor draws it. */
export interface TreeNode {
  readonly kind: 'console' | 'family' | 'lists' | 'list' | 'policy' | 'array' | 'page' | 'rule';
  /** Unique in the view and stable, so that selection and expansion survive a refresh. */
  readonly id: string;
  readonly target: Target;
  readonly describe: () => RowDescription;
  readonly children: () => readonly TreeNode[] | Promise<readonly TreeNode[]>;
  /** The facts for which the row has no space. */
  readonly tooltip?: () => Markdown | undefined | Promise<Markdown | undefined>;
  /** True when the row of a target is this row, or is below it. */
  readonly leadsTo: (target: Target) => boolean;
  /** The list into which a person can drop rules here, and the place there; without a place, the end of the list. */
  readonly drop?: { readonly array: string; readonly place?: number };
  /** The place of a rule in its file; lines are counted from zero. */
  readonly file?: { readonly uri: Uri; readonly line: number };
}

export function consoleNode(deps: RowDeps, consoleId: string): TreeNode {
  return {
    kind: 'console',
    id: consoleId,
    target: { kind: 'console', consoleId },
    describe: () => describeConsole(deps, consoleId),
    children: () => [
      ...families.map((family) => familyNode(deps, consoleId, family)),
      listsNode(deps, consoleId),
    ],
    tooltip: async () => {
      const console = deps.consoles.get(consoleId);
      return (
        console && consoleTooltip(console, await deps.lookups.sourceOf(console), lastRead(deps, consoleId))
      );
    },
    leadsTo: (target) => target.consoleId === consoleId,
  };
}

function familyNode(deps: RowDeps, consoleId: string, family: Family): TreeNode {
  const { title, icon } = familyTable[family];
  return {
    kind: 'family',
    id: `${consoleId}/${family}`,
    target: { kind: 'family', consoleId, family },
    describe: () => {
      const capabilities = ['family', ...(accessOf(deps, consoleId) === 'ready' ? ['canPull'] : [])];
      const states = deps.models.states(consoleId, (policy) => policyKind(policy).family === family);
      return describeGroup(title, icon, capabilities, sumsOf(states));
    },
    children: () => [
      ...policyKinds
        .filter((kind) => kind.family === family)
        .map((kind) => policyNode(deps, consoleId, kind)),
      ...listNodes(deps, consoleId, family),
    ],
    leadsTo: (target) => familyOf(target) === family,
  };
}

/** The lists of a console that belong to no family. */
function listsNode(deps: RowDeps, consoleId: string): TreeNode {
  return {
    kind: 'lists',
    id: `${consoleId}/lists`,
    target: { kind: 'console', consoleId },
    describe: () => describeGroup(l10n.t('Collections and lookups'), 'library', ['lists']),
    children: () => listNodes(deps, consoleId, undefined),
    leadsTo: (target) => target.kind === 'list' && familyOf(target) === undefined,
  };
}

function listNodes(deps: RowDeps, consoleId: string, family: Family | undefined): TreeNode[] {
  return listNames
    .filter((list) => consoleLists[list].family === family)
    .map((list) => listNode(deps, consoleId, list));
}

/** A list that opens as a table. */
function listNode(deps: RowDeps, consoleId: string, list: ListName): TreeNode {
  const { title, icon, word = 'lookup', family = 'lists' } = consoleLists[list];
  return {
    kind: 'list',
    id: `${consoleId}/${family}/list/${list}`,
    target: { kind: 'list', consoleId, list },
    describe: () => ({
      ...describeGroup(title(), icon, [
        'list',
        word,
        ...(accessOf(deps, consoleId) === 'ready' ? ['canShowList'] : []),
      ]),
      collapsible: 'none',
    }),
    children: () => [],
    leadsTo: (target) => target.kind === 'list' && target.list === list,
  };
}

function policyNode(deps: RowDeps, consoleId: string, policy: PolicyKind): TreeNode {
  const { name, arrays } = policy;
  const { models, lastPush } = deps;
  const target: PolicyTarget = { kind: 'policy', consoleId, policy: name };
  const [{ key: array } = { key: '' }, ...others] = arrays;
  return {
    kind: 'policy',
    id: policyId(target),
    target,
    describe: () =>
      describePolicy(policy, {
        status: models.status(consoleId, name),
        access: accessOf(deps, consoleId),
        canUndo: lastPush.record?.consoleId === consoleId && lastPush.record.policy === name,
      }),
    children: async () => {
      const list = await rulesOf(deps, target);
      return list === undefined ? [] : rowsBelow(deps, target, list);
    },
    tooltip: async () => {
      const status = models.status(consoleId, name);
      // Changes on the console are read only on demand.
      if (status && policyStates[fileState(status)].hasFile) {
        await models.whenSettled();
      }
      const { live, conflicts } = models.ruleChanges(consoleId, name);
      return policyTooltip(name, models.status(consoleId, name), { live, conflicts });
    },
    leadsTo: (other) => 'policy' in other && other.policy === name,
    ...(others.length === 0 && { drop: { array } }),
  };
}

/** The rows of the rules of a policy. A policy with several lists has a row for each list above them. */
export function rowsBelow(deps: RowDeps, target: PolicyTarget, list: RuleList): TreeNode[] {
  const { arrays } = policyKind(target.policy);
  if (arrays.length === 1) {
    return arrays.flatMap(({ key }) => rowsOfList(deps, target, list, key));
  }
  return arrays.map(({ key, title }) => {
    const count = rulesIn(list, key).length;
    const words = count === 1 ? l10n.t('1 rule') : l10n.t('{0} rules', count);
    return {
      kind: 'array',
      id: `${policyId(target)}/${key}`,
      target,
      describe: () => describeGroup(title, 'list-ordered', ['array'], words),
      children: () => rowsOfList(deps, target, list, key),
      leadsTo: (other) => other.kind === 'rule' && other.array === key,
      drop: { array: key },
    };
  });
}

/** The rows of a list of rules. A long list has rows for its parts above them. */
function rowsOfList(deps: RowDeps, target: PolicyTarget, list: RuleList, array: string): TreeNode[] {
  const rules = rulesIn(list, array);
  const ids = ruleIds(rules.map((facts) => ({ facts })));
  const id = `${policyId(target)}/${array}`;
  const policy = policyKind(target.policy);
  const { consoleId } = target;
  const ruleNode = (rule: RuleSummary): TreeNode => {
    const shown = { rule, policy, count: rules.length };
    return {
      kind: 'rule',
      id: `${id}/rule/${ids[rule.index]}`,
      target: { kind: 'rule', consoleId, policy: policy.name, ...rule.ref },
      describe: () => describeRule(shown),
      children: () => [],
      tooltip: () => {
        const { isSure, name } = rule;
        const by = isSure && name ? deps.models.blame(consoleId, policy.name, array, name) : undefined;
        return ruleTooltip(shown, deps.consoles.get(consoleId)?.entry.name ?? consoleId, by);
      },
      leadsTo: (other) => other.kind === 'rule' && other.array === array && other.index === rule.index,
      drop: { array },
      file: { uri: list.uri, line: rule.line },
    };
  };
  const pages = listParts(rules.length)?.map(({ from, to }): TreeNode => ({
    kind: 'page',
    id: `${id}/page/${from}`,
    target,
    describe: () => {
      const marked = rules.slice(from, to).filter((rule) => rule.mark() !== undefined).length;
      const words =
        marked === 1
          ? l10n.t('1 rule changed')
          : marked > 1
            ? l10n.t('{0} rules changed', marked)
            : undefined;
      return describeGroup(l10n.t('Rules {0} to {1}', from + 1, to), 'list-ordered', ['page'], words);
    },
    children: () => rules.slice(from, to).map(ruleNode),
    leadsTo: (other) => other.kind === 'rule' && from <= other.index && other.index < to,
    drop: { array, place: to },
  }));
  return pages ?? rules.map(ruleNode);
}

export function policyId({ consoleId, policy }: Omit<PolicyTarget, 'kind'>): string {
  return `${consoleId}/${policy}`;
}

function rulesIn({ arrays }: RuleList, array: string): readonly RuleSummary[] {
  return arrays.find(({ key }) => key === array)?.rules ?? [];
}

async function rulesOf(
  { consoles, ruleEditor, rules }: RowDeps,
  { consoleId, policy }: PolicyTarget,
): Promise<RuleList | undefined> {
  const console = consoles.get(consoleId);
  const uri = console && (await consoles.findFile(console, policy));
  return uri && ruleEditor.inTurn(uri, () => rules.list(uri));
}

function familyOf(target: Target): Family | undefined {
  switch (target.kind) {
    case 'console':
      return undefined;
    case 'family':
      return target.family;
    case 'list':
      return consoleLists[target.list].family;
    case 'policy':
    case 'rule':
      return policyKind(target.policy).family;
  }
}

/** The time of the last read of any live policy of a console. */
function lastRead({ models }: RowDeps, consoleId: string): Date | undefined {
  return policyKinds
    .flatMap(({ name }) => models.status(consoleId, name)?.liveReadAt ?? [])
    .toSorted((a, b) => a.getTime() - b.getTime())
    .at(-1);
}
