import * as vscode from 'vscode';
import { DisposableOwner } from '../../core/util/disposable.ts';
import type { CommandId } from '../platform/commandIds.ts';
import { markdownString } from '../platform/languageTexts.ts';
import { type RowDescription, treeRow } from '../platform/treeView.ts';
import { StandingCommands } from '../platform/commandRegistry.ts';
import type { PolicyAspect, PolicyChange } from '../workspace/policyModels.ts';
import type { PolicyTarget, RuleTarget, Target } from '../workspace/target.ts';
import { type TreeNode, consoleNode, policyId } from './treeNodes.ts';
import type { RowDeps } from './describeRows.ts';

/** Changes that the rows below a policy, or its tooltip, may show. */
const redrawing: readonly PolicyAspect[] = ['text', 'state', 'marks'];

/** A row that the editor may know. */
interface KnownRow {
  /** The editor identifies a row by its object, so the row with an id stays the same object and gets new content. */
  readonly node: TreeNode;
  parent: TreeNode | undefined;
  /** The last listed rows below. */
  children?: readonly TreeNode[];
  /** The last drawn description of a row without a place in a file. */
  drawn?: string;
}

/** The rows of the Policies view: consoles, families, policies, and the rules of the policy files in order. */
export class PolicyTree extends DisposableOwner implements vscode.TreeDataProvider<TreeNode> {
  readonly #deps: RowDeps;
  readonly #commands = this.disposables.add(new StandingCommands());
  readonly #changed = this.disposables.add(new vscode.EventEmitter<TreeNode[] | undefined>());
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #rows = new Map<string, KnownRow>();
  /** The ids of changed rows below which the editor has yet to list the rows. */
  readonly #announced = new Set<string>();
  #top: readonly TreeNode[] = [];
  #atCursor: RuleTarget | undefined;

  constructor(deps: RowDeps) {
    super();
    this.#deps = deps;
    this.disposables.addAll(
      deps.settings.onDidChange(() => this.#refresh()),
      deps.lastPush.onDidChange(() => this.#refresh()),
      deps.models.onDidChange((change) => {
        this.#refresh(change);
        if (change.file && change.what.has('findings')) {
          this.#drawFile(change.file);
        }
      }),
      deps.ruleEditor.onWillEdit((uri) => this.#drawFile(uri)),
    );
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    const row = node.describe();
    const known = this.#rows.get(node.id);
    if (known && !node.file) {
      known.drawn = JSON.stringify(row);
    }
    const isMarked = node.target.kind === 'rule' && this.isAtCursor(node.target);
    const item = treeRow(node.id, isMarked ? markedAtCursor(row) : row);
    const click = clickOn(node, row);
    if (click) {
      // Built-in commands keep their arguments while the editor redraws rows.
      item.command = node.file ? click : this.#commands.of(node.id, click);
    }
    return item;
  }

  async resolveTreeItem(item: vscode.TreeItem, node: TreeNode): Promise<vscode.TreeItem> {
    const tooltip = await node.tooltip?.();
    if (tooltip) {
      item.tooltip = markdownString(tooltip);
    }
    return item;
  }

  getParent({ id }: TreeNode): TreeNode | undefined {
    return this.#rows.get(id)?.parent;
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    if (!node) {
      const rows = this.#consoles().map((row) => this.#keep(row, undefined));
      this.#forgetGone(this.#top, rows, undefined);
      this.#top = rows;
      return rows;
    }
    this.#announced.delete(node.id);
    const rows = (await node.children()).map((row) => this.#keep(row, node));
    const known = this.#known(node);
    this.#forgetGone(known.children ?? [], rows, node);
    known.children = rows;
    return rows;
  }

  /**
   * Redraws the rules of a policy, also before an edit, because the list waits for the edit. The editor draws the first change at once
   * and others 200 ms later, so a policy is announced once until its rows are listed.
   */
  draw(policy: Omit<PolicyTarget, 'kind'>): void {
    const row = this.#rows.get(policyId(policy));
    if (row && !this.#announced.has(row.node.id)) {
      this.#announce([row.node]);
    }
  }

  #drawFile(uri: vscode.Uri): void {
    const at = this.#deps.consoles.policyAt(uri);
    if (at) {
      this.draw({ consoleId: at.console.id, policy: at.kind.name });
    }
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
   * Marks the rule at the cursor, without selecting it, because keys of the view act on the rows that a person selected. Returns the
   * row of the rule.
   */
  async markAtCursor(rule: RuleTarget | undefined): Promise<TreeNode | undefined> {
    const targets = [this.#atCursor, rule];
    this.#atCursor = rule;
    const [before, row] = await Promise.all(targets.map(async (target) => target && this.nodeOf(target)));
    // A new rule is drawn with the row above it, unless the editor has yet to list the rows there.
    const parent = row && this.getParent(row);
    const isNew = row && parent && !this.isListed(row) && this.#known(parent).children;
    this.#changed.fire([before, isNew ? parent : row].filter((node) => node !== undefined));
    return row;
  }

  /** True when the last list of its parent has the row. */
  isListed(row: TreeNode): boolean {
    const parent = this.getParent(row);
    return (parent ? this.#known(parent).children : this.#top)?.includes(row) === true;
  }

  /** True when an argument of a command is a row of this tree. */
  has(argument: unknown): boolean {
    const { id } = (argument ?? {}) as Partial<TreeNode>;
    return id !== undefined && this.#rows.get(id)?.node === argument;
  }

  /** The row of a target; undefined when the view has none. */
  async nodeOf(target: Target): Promise<TreeNode | undefined> {
    let parent: TreeNode | undefined;
    let rows: readonly TreeNode[] = this.#consoles();
    for (;;) {
      const next = rows.find((row) => row.leadsTo(target));
      if (!next) {
        return undefined;
      }
      parent = this.#keep(next, parent);
      if (parent.kind === target.kind) {
        return parent;
      }
      rows = await parent.children();
    }
  }

  #consoles(): TreeNode[] {
    return this.#deps.consoles.consoles.map(({ id }) => consoleNode(this.#deps, id));
  }

  #known(node: TreeNode, parent?: TreeNode): KnownRow {
    const known = this.#rows.get(node.id) ?? { node, parent };
    this.#rows.set(node.id, known);
    return known;
  }

  #keep(node: TreeNode, parent: TreeNode | undefined): TreeNode {
    const known = this.#known(node, parent);
    known.parent = parent;
    return Object.assign(known.node, node);
  }

  /** Forgets rows that are no longer below a parent, unless they are now below another parent. */
  #forgetGone(before: readonly TreeNode[], now: readonly TreeNode[], parent: TreeNode | undefined): void {
    const left = new Set(now);
    for (const row of before) {
      if (!left.has(row) && this.getParent(row) === parent) {
        this.#rows.delete(row.id);
      }
    }
  }

  #announce(rows: readonly TreeNode[]): void {
    rows.forEach(({ id }) => this.#announced.add(id));
    this.#changed.fire([...rows]);
  }

  /** Redraws as few rows as possible: the editor redraws a row with all rows below it. */
  #refresh({ consoleId, policies, what }: Partial<PolicyChange> = {}): void {
    if (consoleId === undefined && what?.has('state')) {
      this.#changed.fire(undefined);
      return;
    }
    const isChanged = ({ kind, target }: TreeNode): boolean =>
      kind === 'policy' &&
      target.consoleId === consoleId &&
      policies?.some((policy) => target.kind === 'policy' && target.policy === policy) === true &&
      redrawing.some((aspect) => what?.has(aspect));
    const changedIn = (row: TreeNode): readonly TreeNode[] => {
      const { drawn, children = [] } = this.#known(row);
      return isChanged(row) || (drawn !== undefined && drawn !== JSON.stringify(row.describe()))
        ? [row]
        : row.kind === 'policy'
          ? []
          : children.flatMap(changedIn);
    };
    const rows = this.#top.flatMap(changedIn);
    if (rows.length > 0) {
      this.#announce(rows);
    }
  }
}

/** The command of a click on a row. The built-in one also opens a rule by a second click, as in every other tree. */
function clickOn(
  { kind, target, file }: TreeNode,
  { capabilities }: RowDescription,
): vscode.Command | undefined {
  const { l10n } = vscode;
  const run = (command: CommandId, title: string, more = {}): vscode.Command => ({
    command,
    title,
    arguments: [{ target, ...more }],
  });
  if (file) {
    const place = new vscode.Position(file.line, 0);
    return {
      command: 'vscode.open',
      title: l10n.t('Open Rule'),
      arguments: [file.uri, { selection: new vscode.Range(place, place) }],
    };
  }
  if (kind === 'list') {
    return run('ordinance.list.showRow', l10n.t('Show Rows'));
  }
  if (capabilities.includes('isFlawed')) {
    return run('ordinance.console.openFile', l10n.t('Open ordinance.yaml'));
  }
  if (capabilities.includes('canOpen')) {
    return run('ordinance.policy.open', l10n.t('Open Policy'), { clicked: true });
  }
  const hasNoFile = ['not-pulled', 'file-gone'].some((state) => capabilities.includes(state));
  return hasNoFile && capabilities.includes('canOpenLive')
    ? run('ordinance.policy.openLive', l10n.t('Open Live'))
    : undefined;
}

function markedAtCursor(row: RowDescription): RowDescription {
  const accessibilityLabel = vscode.l10n.t('{0}, at the cursor', row.accessibilityLabel);
  return { ...row, accessibilityLabel, marked: true };
}
