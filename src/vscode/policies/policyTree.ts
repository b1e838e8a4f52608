import * as vscode from 'vscode';
import { policyKind, policyKinds } from '../../core/policy/families.ts';
import { policyStates } from '../../core/sync/policyState.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { StandingCommands } from '../platform/standingCommands.ts';
import { fileState } from '../workspace/shownState.ts';
import type { RuleList } from '../workspace/policyRules.ts';
import type { PolicyTarget, RuleTarget, Target } from '../workspace/target.ts';
import { describeNode } from './describeNode.ts';
import type { PolicyAspect, PolicyChange } from '../workspace/policyModels.ts';
import type { RowDescription } from '../platform/rowDescription.ts';
import { consoleTooltip, ruleTooltip, policyTooltip } from './tooltips.ts';
import { treeItem } from './treeItem.ts';
import { policyOf, type PolicyNode, type TreeNode } from './treeNode.ts';
import {
  consoleNode,
  familyNodes,
  listNodeOf,
  listNodes,
  listsNode,
  policyNodes,
  rowsBelow,
  ruleNodeAt,
} from './treeNodes.ts';
import type { FeatureServices } from '../featureServices.ts';

export type PolicyTreeDeps = Pick<
  FeatureServices,
  'consoles' | 'models' | 'files' | 'rules' | 'ruleEditor' | 'settings' | 'scopes' | 'lastPush'
>;

/** Changes that the rows below a policy, or its tooltip, may show. */
const redrawing: readonly PolicyAspect[] = ['text', 'state', 'marks', 'findings'];

/** The Policies view: consoles, families, policies, and the rules of the working copies in order. */
export class PolicyTree implements vscode.TreeDataProvider<TreeNode>, Disposable {
  readonly #deps: PolicyTreeDeps;
  readonly #disposables = new DisposableStore();
  readonly #commands = this.#disposables.add(new StandingCommands());
  readonly #changed = this.#disposables.add(new vscode.EventEmitter<TreeNode[] | undefined>());
  readonly onDidChangeTreeData = this.#changed.event;
  /** The editor knows a row by its object, so each id keeps its object, with what the row says by now. */
  readonly #nodes = new Map<string, TreeNode>();
  readonly #children = new Map<string, readonly TreeNode[]>();
  /** Rows whose content the editor was told to list again, or is listing now. */
  readonly #drawing = new Map<string, 'announced' | 'listing'>();
  /** How rows down to policies were drawn last. */
  readonly #drawn = new Map<string, RowDescription>();
  #lastPushed: string | undefined;
  #atCursor: RuleTarget | undefined;
  /** A row to do something with once the editor has been given it. */
  #awaited: { readonly id: string; readonly given: () => void } | undefined;

  constructor(deps: PolicyTreeDeps) {
    this.#deps = deps;
    this.#disposables.addAll(
      deps.settings.onDidChange((id) => {
        if (id === 'ordinance.tls.skipVerificationForOrigins') {
          this.#changed.fire(undefined);
        }
      }),
      deps.lastPush.onDidChange(() => this.#pushed()),
      deps.models.onDidChange((change) => this.#refresh(change)),
      deps.ruleEditor.onWillEdit((uri) => {
        const at = deps.consoles.policyAt(uri);
        if (at) {
          this.draw({ kind: 'policy', consoleId: at.console.id, policy: at.ref.policy });
        }
      }),
    );
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    const row = describeNode(node, this.#deps);
    if (node.kind === 'console' || node.kind === 'family' || node.kind === 'policy') {
      this.#drawn.set(node.id, row);
    }
    if (node.id === this.#awaited?.id) {
      this.#give(this.#awaited.given);
    }
    const isMarked = node.kind === 'rule' && this.isAtCursor(node.target);
    return treeItem(node, isMarked ? markedAtCursor(row) : row, this.#commands);
  }

  /** When any of its policies was read from live last. */
  #lastRead(consoleId: string): Date | undefined {
    const times = policyKinds.flatMap(({ name }) => {
      const at = this.#deps.models.status(consoleId, name)?.liveReadAt;
      return at ? [at.getTime()] : [];
    });
    return times.length === 0 ? undefined : new Date(Math.max(...times));
  }

  resolveTreeItem(item: vscode.TreeItem, node: TreeNode): vscode.TreeItem | Promise<vscode.TreeItem> {
    const console = node.kind === 'console' ? this.#deps.consoles.get(node.target.consoleId) : undefined;
    if (console) {
      return this.#deps.scopes.sourceOf(console).then((source) => {
        item.tooltip = consoleTooltip(console, source, this.#lastRead(console.id));
        return item;
      });
    }
    if (node.kind === 'rule') {
      const { consoleId, array } = node.target;
      const name = node.rule.isSure ? node.rule.name : undefined;
      const by = name && this.#deps.models.blame(consoleId, node.policy.name, array, name);
      item.tooltip = ruleTooltip(node, this.#nameOf(consoleId), by || undefined);
    } else if (node.kind === 'policy') {
      return this.#withPolicyTooltip(item, node);
    }
    return item;
  }

  /** The tooltip reads changes on the console only on demand. */
  async #withPolicyTooltip(item: vscode.TreeItem, node: PolicyNode): Promise<vscode.TreeItem> {
    const { consoleId, policy } = node.target;
    const status = this.#deps.models.status(consoleId, policy);
    if (status && policyStates[fileState(status)].hasFile) {
      this.#deps.models.ruleChanges(consoleId, policy);
      await this.#deps.models.whenSettled();
    }
    const { live, conflicts } = this.#deps.models.ruleChanges(consoleId, policy);
    item.tooltip = policyTooltip(node, status, {
      live,
      conflicts,
      isBeingChecked: this.#deps.models.isBeingChecked(consoleId, policy),
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
    const id = node?.id ?? '';
    this.#drawing.set(id, 'listing');
    try {
      const rows = (await this.#below(node)).map((row) => this.#same(row));
      this.#keepOnly(id, rows);
      return rows;
    } finally {
      // An edit may have been announced meanwhile.
      if (this.#drawing.get(id) === 'listing') {
        this.#drawing.delete(id);
      }
    }
  }

  async #below(node: TreeNode | undefined): Promise<TreeNode[]> {
    if (!node) {
      return this.#deps.consoles.consoles.map(({ id }) => consoleNode(id));
    }
    switch (node.kind) {
      case 'console':
        return [...familyNodes(node), listsNode(node)];
      case 'family':
        return [...policyNodes(node), ...listNodes(node)];
      case 'lists':
        return listNodes(node);
      case 'list':
      case 'rule':
        return [];
      case 'policy':
      case 'array':
      case 'page': {
        const policy = policyOf(node);
        const list = policy && (await this.#list(policy));
        return list ? rowsBelow(node, list) : [];
      }
    }
  }

  /**
   * Redraws the rules of a policy, also before an edit: they are listed when it is made. The editor draws the first change at once and
   * others a fifth of a second later, so a policy is announced once until its rows are listed.
   */
  draw({ consoleId, policy }: PolicyTarget | RuleTarget): void {
    const id = `${consoleId}/${policy}`;
    const row = this.#nodes.get(id);
    if (row && this.#drawing.get(id) !== 'announced') {
      this.#announce([row]);
    }
  }

  /** Calls `given` when the editor has the row of a rule, where it draws the policy of the rule just now. A later call replaces it. */
  whenDrawn(row: TreeNode, given: () => void): void {
    if (this.#drawing.has(policyOf(row)?.id ?? '')) {
      this.#awaited = { id: row.id, given };
    } else {
      this.#give(given);
    }
  }

  forgetAwaited(): void {
    this.#awaited = undefined;
  }

  /** The editor knows a row only when this turn is over. */
  #give(given: () => void): void {
    this.#awaited = undefined;
    setImmediate(given);
  }

  isAtCursor(rule: RuleTarget | undefined): boolean {
    const marked = this.#atCursor;
    return (
      rule?.consoleId === marked?.consoleId &&
      rule?.policy === marked?.policy &&
      rule?.array === marked?.array &&
      rule?.index === marked?.index
    );
  }

  /**
   * Marks the rule at the cursor of the editor in front. It is not selected: keys of the view act on what a person selected.
   * @param given called with its row as soon as the editor can reveal it
   */
  async markAtCursor(rule: RuleTarget | undefined, given?: (row: TreeNode) => void): Promise<void> {
    const before = this.#atCursor;
    this.#atCursor = rule;
    const [old, row] = await Promise.all([before, rule].map(async (each) => each && this.nodeOf(each)));
    // A rule that is new is drawn with what it lies in, unless the editor has yet to ask what lies there.
    let drawn = row;
    while (drawn?.parent && !this.isListed(drawn)) {
      drawn = this.#children.has(drawn.parent.id) ? drawn.parent : undefined;
    }
    if (row && given) {
      if (drawn) {
        this.#awaited = { id: drawn.id, given: () => given(row) };
      } else {
        given(row);
      }
    }
    this.#changed.fire([old, drawn].filter((each) => each !== undefined));
  }

  /** Whether the row was listed where it is now. */
  isListed(row: TreeNode): boolean {
    return this.#children.get(row.parent?.id ?? '')?.includes(row) === true;
  }

  /** Whether an argument of a command is a row of this tree. */
  has(argument: unknown): boolean {
    const { id } = (argument ?? {}) as Partial<TreeNode>;
    return id !== undefined && this.#nodes.get(id) === argument;
  }

  /** The row of a target; undefined when the view has none. */
  async nodeOf(target: Target): Promise<TreeNode | undefined> {
    const row = await this.#nodeOf(target);
    return row && this.#same(row);
  }

  async #nodeOf(target: Target): Promise<TreeNode | undefined> {
    const top = this.#deps.consoles.get(target.consoleId) && consoleNode(target.consoleId);
    if (!top || target.kind === 'console') {
      return top;
    }
    if (target.kind === 'list') {
      return listNodeOf(top, target.list);
    }
    const family = target.kind === 'family' ? target.family : policyKind(target.policy)?.family;
    const familyRow = familyNodes(top).find((row) => row.family === family);
    if (!familyRow || target.kind === 'family') {
      return familyRow;
    }
    const policyRow = policyNodes(familyRow).find((row) => row.policy.name === target.policy);
    if (!policyRow || target.kind === 'policy') {
      return policyRow;
    }
    const list = await this.#list(policyRow);
    return list && ruleNodeAt(policyRow, list, target.array, target.index);
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async #list(node: PolicyNode): Promise<RuleList | undefined> {
    const console = this.#deps.consoles.get(node.target.consoleId);
    const uri = console && (await this.#deps.files.find(console, node.policy.name));
    return uri && this.#deps.ruleEditor.inTurn(uri, () => this.#deps.rules.list(uri));
  }

  #same(node: TreeNode): TreeNode {
    const known = this.#nodes.get(node.id);
    if (known === node) {
      return node;
    }
    const parent = node.parent && this.#same(node.parent);
    const row = Object.assign(known ?? {}, node, { parent }) as TreeNode;
    this.#nodes.set(node.id, row);
    return row;
  }

  /** Forgets the rows that lay in another one and are gone. */
  #keepOnly(parentId: string, rows: readonly TreeNode[]): void {
    const ids = new Set(rows.map(({ id }) => id));
    for (const row of this.#children.get(parentId) ?? []) {
      if (!ids.has(row.id) && (row.parent?.id ?? '') === parentId) {
        this.#nodes.delete(row.id);
      }
    }
    this.#children.set(parentId, rows);
  }

  #announce(rows: readonly TreeNode[]): void {
    rows.forEach(({ id }) => this.#drawing.set(id, 'announced'));
    this.#changed.fire([...rows]);
  }

  /** The menu of a policy has the undo of its push, as long as there is one. */
  #pushed(): void {
    const record = this.#deps.lastPush.record;
    const id = record && `${record.consoleId}/${record.policy}`;
    const rows = [this.#lastPushed, id].flatMap((each) => (each && this.#nodes.get(each)) || []);
    this.#lastPushed = id;
    if (rows.length > 0) {
      this.#changed.fire([...new Set(rows)]);
    }
  }

  /** Redraws as few rows as possible: the editor redraws a row with all rows below it. */
  #refresh({ consoleId, policies, what }: PolicyChange): void {
    const console = consoleId === undefined ? undefined : this.#nodes.get(consoleId);
    if (!console) {
      if (what.has('state')) {
        this.#changed.fire(undefined);
      }
      return;
    }
    if (this.#looksDifferent(console)) {
      this.#changed.fire([console]);
      return;
    }
    const isRedrawn = redrawing.some((each) => what.has(each));
    const rows = new Set<TreeNode>();
    for (const policy of policies) {
      const row = this.#nodes.get(`${consoleId}/${policy}`);
      const family = row?.parent;
      if (family && this.#looksDifferent(family)) {
        rows.add(family);
      } else if (row && (isRedrawn || this.#looksDifferent(row))) {
        rows.add(row);
      }
    }
    if (rows.size > 0) {
      this.#announce(Array.from(rows));
    }
  }

  #looksDifferent(node: TreeNode): boolean {
    const drawn = this.#drawn.get(node.id);
    const now = describeNode(node, this.#deps);
    return drawn !== undefined && JSON.stringify(drawn) !== JSON.stringify(now);
  }
}

function markedAtCursor(row: RowDescription): RowDescription {
  const accessibilityLabel = vscode.l10n.t('{0}, at the cursor', row.accessibilityLabel);
  return { ...row, accessibilityLabel, marked: true };
}
