import * as vscode from 'vscode';
import { policyKind, policyKinds } from '../../core/policy/families.ts';
import { policyStates } from '../../core/sync/policyState.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import type { Settings } from '../platform/settings.ts';
import { StandingCommands } from '../platform/standingCommands.ts';
import type { ConsoleRegistry } from '../workspace/consoleRegistry.ts';
import { fileState } from '../workspace/shownState.ts';
import type { KnownScopes } from '../workspace/knownScopes.ts';
import type { PolicyOrders } from '../workspace/policyOrders.ts';
import type { PolicyFiles } from '../workspace/policyFiles.ts';
import type { LastPush } from '../targets/lastPush.ts';
import type { PolicyRules, RuleList } from '../workspace/policyRules.ts';
import type { RuleTarget, Target } from '../workspace/target.ts';
import { describeNode } from './describeNode.ts';
import type { MovedRules } from './movedRules.ts';
import { TreeDraws } from './treeDraws.ts';
import type { PolicyStates, StatesChange } from '../workspace/policyStates.ts';
import type { RowDescription } from '../platform/rowDescription.ts';
import { consoleTooltip, ruleTooltip, policyTooltip } from './tooltips.ts';
import { treeItem } from './treeItem.ts';
import {
  policyOf,
  type ConsoleNode,
  type FamilyNode,
  type ListNode,
  type ListsNode,
  type PolicyNode,
  type TreeNode,
  type RuleNode,
} from './treeNode.ts';
import {
  consoleNode,
  familyNodes,
  listNodeOf,
  listNodes,
  listsNode,
  policyNodes,
  rowsBelowArray,
  rowsBelowPage,
  rowsBelowPolicy,
  ruleNodeAt,
} from './treeNodes.ts';

/** How long a file is left alone before its rules are listed again. */
const restMs = 120;

export interface PolicyTreeDeps {
  readonly consoles: ConsoleRegistry;
  readonly states: PolicyStates;
  readonly files: PolicyFiles;
  readonly rules: PolicyRules;
  readonly settings?: Settings;
  /** Tells where it comes from what collections name. */
  readonly scopes?: KnownScopes;
  /** Tells when other rules decide for nothing. */
  readonly orders?: PolicyOrders;
  /** Tells which push "Undo Last Push" undoes. */
  readonly lastPush?: Pick<LastPush, 'record' | 'onDidChange'>;
  /** Rules that one key moves together are marked. */
  readonly moved?: MovedRules;
  /** What a click on one of those does: they do not move together any more. */
  readonly openAlone?: (rule: RuleNode) => Promise<void>;
}

/** Rows that outlive a refresh. */
type StableNode = ConsoleNode | FamilyNode | ListsNode | ListNode | PolicyNode;

/** The Policies view: consoles, families, policies, and the rules of the working copies in order. */
export class PolicyTree implements vscode.TreeDataProvider<TreeNode>, Disposable {
  readonly #deps: PolicyTreeDeps;
  readonly #disposables = new DisposableStore();
  readonly #commands = this.#disposables.add(new StandingCommands());
  readonly #changed = this.#disposables.add(new vscode.EventEmitter<TreeNode[] | undefined>());
  readonly onDidChangeTreeData = this.#changed.event;
  readonly draws = this.#disposables.add(new TreeDraws<TreeNode>((rows) => this.#changed.fire(rows)));
  /** The rows down to policies; the editor wants the same objects again. */
  readonly #nodes = new Map<string, StableNode>();
  /** How rows down to policies were drawn last. */
  readonly #drawn = new Map<string, RowDescription>();
  readonly #resting = new Map<string, NodeJS.Timeout>();
  #lastPushed: string | undefined;
  /** Policies whose rules may be marked. */
  #marked = new Set<string>();

  constructor(deps: PolicyTreeDeps) {
    this.#deps = deps;
    if (deps.settings) {
      this.#disposables.add(
        deps.settings.onDidChange((id) => {
          if (id === 'ordinance.tls.skipVerificationForOrigins') {
            this.draws.draw(undefined);
          }
        }),
      );
    }
    if (deps.orders) {
      this.#disposables.add(
        deps.orders.onDidChange(({ uri, marks }) => {
          const at = marks ? deps.consoles.policyAt(uri) : undefined;
          if (at) {
            this.#rulesChanged(`${at.console.id}/${at.ref.policy}`);
          }
        }),
      );
    }
    if (deps.lastPush) {
      this.#disposables.add(deps.lastPush.onDidChange(() => this.#pushed()));
    }
    this.#disposables.add(deps.states.onDidChange((change) => this.#refresh(change)));
    this.#disposables.add(
      deps.files.onDidChange(({ consoleId, policy }) => this.#rulesChanged(`${consoleId}/${policy}`)),
    );
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    // Only these are told to have changed. The editor also asks for others, which it has not forgotten, before it shows a rule.
    if (this.#nodes.has(node.id)) {
      this.draws.drawing.forgotten(node);
    }
    const row = describeNode(node, this.#deps, vscode.l10n);
    if (row.collapsible === 'none') {
      this.draws.drawing.isEmpty(node);
    }
    if (node.kind === 'console' || node.kind === 'family' || node.kind === 'policy') {
      this.#drawn.set(node.id, row);
    }
    return treeItem(
      node,
      this.#deps.moved?.has(node.target) ? movedTogether(row) : row,
      this.#commands,
      this.#deps.openAlone,
    );
  }

  /** When any of its policies was read from live last. */
  #lastRead(consoleId: string): Date | undefined {
    const times = policyKinds.flatMap(({ name }) => {
      const at = this.#deps.states.status(consoleId, name)?.liveReadAt;
      return at ? [at.getTime()] : [];
    });
    return times.length === 0 ? undefined : new Date(Math.max(...times));
  }

  resolveTreeItem(item: vscode.TreeItem, node: TreeNode): vscode.TreeItem | Promise<vscode.TreeItem> {
    const console = node.kind === 'console' ? this.#deps.consoles.get(node.target.consoleId) : undefined;
    if (console && this.#deps.scopes) {
      return this.#deps.scopes.sourceOf(console).then((source) => {
        item.tooltip = consoleTooltip(console, source, this.#lastRead(console.id));
        return item;
      });
    }
    if (node.kind === 'rule') {
      const { consoleId, array } = node.target;
      const name = node.rule.isSure ? node.rule.name : undefined;
      const by = name && this.#deps.states.blame(consoleId, node.policy.name, array, name);
      item.tooltip = ruleTooltip(node, this.#nameOf(consoleId), by || undefined);
    } else if (node.kind === 'policy') {
      return this.#withPolicyTooltip(item, node);
    }
    return item;
  }

  /** What others did live is found out for who asks. */
  async #withPolicyTooltip(item: vscode.TreeItem, node: PolicyNode): Promise<vscode.TreeItem> {
    const { consoleId, policy } = node.target;
    const status = this.#deps.states.status(consoleId, policy);
    if (status && policyStates[fileState(status)].hasFile) {
      this.#deps.states.rules(consoleId, policy);
      await this.#deps.states.whenSettled();
    }
    const { live, conflicts } = this.#deps.states.rules(consoleId, policy);
    item.tooltip = policyTooltip(node, status, {
      live,
      conflicts,
      isBeingChecked: this.#deps.states.isBeingChecked(consoleId, policy),
    });
    return item;
  }

  #nameOf(consoleId: string): string {
    return this.#deps.consoles.get(consoleId)?.entry.name ?? consoleId;
  }

  getParent(node: TreeNode): TreeNode | undefined {
    return node.parent;
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    return this.draws.listed(node, async () => this.#below(node));
  }

  async #below(node: TreeNode | undefined): Promise<TreeNode[]> {
    if (!node) {
      return this.#deps.consoles.consoles.map(({ id }) => this.#same(consoleNode(id)));
    }
    if (node.kind === 'console') {
      return [...familyNodes(node), listsNode(node)].map((child) => this.#same(child));
    }
    if (node.kind === 'family') {
      return [...policyNodes(node), ...listNodes(node)].map((child) => this.#same(child));
    }
    if (node.kind === 'lists') {
      return listNodes(node).map((child) => this.#same(child));
    }
    const policy = policyOf(node);
    const list = policy && (await this.#list(policy));
    if (!list || node.kind === 'rule' || node.kind === 'list') {
      return [];
    }
    if (node.kind === 'policy') {
      return rowsBelowPolicy(node, list);
    }
    return node.kind === 'array' ? rowsBelowArray(node, list) : rowsBelowPage(node, list);
  }

  /** Draws the rules of a policy anew at once, and those that were marked before. */
  drawRules(rule?: RuleTarget): void {
    const ids = new Set(this.#marked);
    this.#marked = new Set();
    if (rule) {
      this.draws.release();
      const id = `${rule.consoleId}/${rule.policy}`;
      clearTimeout(this.#resting.get(id));
      this.#resting.delete(id);
      this.#marked.add(id);
      ids.add(id);
    }
    const rows = [...ids].map((id) => this.#nodes.get(id)).filter((row) => row !== undefined);
    if (rows.length > 0) {
      this.draws.draw(rows);
    }
  }

  /** The row of a target; undefined when the view has none. */
  async nodeOf(target: Target): Promise<TreeNode | undefined> {
    const top = this.#deps.consoles.get(target.consoleId) && this.#same(consoleNode(target.consoleId));
    if (!top || target.kind === 'console') {
      return top;
    }
    if (target.kind === 'list') {
      const row = listNodeOf(top, target.list);
      return row && this.#same(row);
    }
    const family = target.kind === 'family' ? target.family : policyKind(target.policy)?.family;
    const familyRow = familyNodes(top).find((row) => row.family === family);
    const stable = familyRow && this.#same(familyRow);
    if (!stable || target.kind === 'family') {
      return stable;
    }
    const policyRow = policyNodes(stable).find((row) => row.policy.name === target.policy);
    const policy = policyRow && this.#same(policyRow);
    if (!policy || target.kind === 'policy') {
      return policy;
    }
    const list = await this.#list(policy);
    return list && ruleNodeAt(policy, list, target.array, target.index);
  }

  /** The row as it is now; undefined when it is not where it was. */
  async rowLike(row: TreeNode): Promise<TreeNode | undefined> {
    return (await this.#below(row.parent)).find(({ id }) => id === row.id);
  }

  /** Draws anew the policy of a row that the editor says to have shown, and does not show. */
  drawAround({ consoleId, ...target }: Target): void {
    const row = 'policy' in target ? this.#nodes.get(`${consoleId}/${target.policy}`) : undefined;
    if (row) {
      this.draws.draw([row]);
    }
  }

  dispose(): void {
    for (const timer of this.#resting.values()) {
      clearTimeout(timer);
    }
    this.#disposables.dispose();
  }

  async #list(node: PolicyNode): Promise<RuleList | undefined> {
    const console = this.#deps.consoles.get(node.target.consoleId);
    const uri = console && (await this.#deps.files.find(console, node.policy.name));
    return uri && this.#deps.rules.list(uri);
  }

  #same<T extends StableNode>(node: T): T {
    const known = this.#nodes.get(node.id);
    if (known) {
      return known as T;
    }
    this.#nodes.set(node.id, node);
    return node;
  }

  /** The menu of a policy has the undo of its push, as long as there is one. */
  #pushed(): void {
    const record = this.#deps.lastPush?.record;
    const id = record && `${record.consoleId}/${record.policy}`;
    const rows = [this.#lastPushed, id].flatMap((each) => (each && this.#nodes.get(each)) || []);
    this.#lastPushed = id;
    if (rows.length > 0) {
      this.draws.draw([...new Set(rows)]);
    }
  }

  /** The rules below a policy are shown anew when typing rests. */
  #rulesChanged(id: string): void {
    clearTimeout(this.#resting.get(id));
    this.#resting.set(
      id,
      setTimeout(() => {
        this.#resting.delete(id);
        const row = this.#nodes.get(id);
        if (row) {
          this.draws.draw([row]);
        }
      }, restMs),
    );
  }

  /** Draws anew as little as possible: a row that is drawn anew takes everything below it along. */
  #refresh({ consoleId, policies, rules, sums, checking }: StatesChange): void {
    rules.forEach((policy) => this.#rulesChanged(`${consoleId}/${policy}`));
    const console = consoleId === undefined ? undefined : this.#nodes.get(consoleId);
    if (consoleId === undefined || !console) {
      this.draws.draw(undefined);
    } else if (sums && this.#looksDifferent(console)) {
      this.draws.draw([console]);
    } else {
      const rows = new Set<TreeNode>();
      for (const policy of policies) {
        const row = this.#nodes.get(`${consoleId}/${policy}`);
        const family = row?.parent;
        if (row && family && (!checking || this.#looksDifferent(row))) {
          rows.add(sums && this.#looksDifferent(family) ? family : row);
        }
      }
      const all = Array.from(rows).filter(({ parent }) => !parent || !rows.has(parent));
      if (all.length > 0) {
        this.draws.draw(all);
      }
    }
  }

  #looksDifferent(node: TreeNode): boolean {
    const drawn = this.#drawn.get(node.id);
    const now = describeNode(node, this.#deps, vscode.l10n);
    return drawn !== undefined && JSON.stringify(drawn) !== JSON.stringify(now);
  }
}

/** The tree can only select one of the rules that are moved together: the others are marked. */
function movedTogether(row: RowDescription): RowDescription {
  const accessibilityLabel = vscode.l10n.t('{0}, moves together with others', row.accessibilityLabel);
  return { ...row, accessibilityLabel, marked: true };
}
