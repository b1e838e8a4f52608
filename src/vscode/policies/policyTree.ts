import * as vscode from 'vscode';
import { DisposableOwner } from '../../core/util/disposable.ts';
import type { CommandId } from '../platform/commandIds.ts';
import { markdownString } from '../platform/markdownString.ts';
import type { RowDescription } from '../platform/rowDescription.ts';
import { StandingCommands } from '../platform/standingCommands.ts';
import { treeRow } from '../platform/treeRow.ts';
import type { PolicyAspect, PolicyChange } from '../workspace/policyModels.ts';
import type { PolicyTarget, RuleTarget, Target } from '../workspace/target.ts';
import type { TreeNode } from './treeNode.ts';
import { consoleNode, policyId, type RowDeps } from './treeNodes.ts';

/** Changes that the rows below a policy, or its tooltip, may show. */
const redrawing: readonly PolicyAspect[] = ['text', 'state', 'marks', 'findings'];

/** A row that the editor may know. */
interface KnownRow {
  /** The editor knows a row by its object, so an id keeps its object, with what the row says by now. */
  readonly node: TreeNode;
  parent: TreeNode | undefined;
  /** The rows below it, as they were listed last. */
  children?: readonly TreeNode[];
  /** How a row without a place in a file was drawn last. */
  drawn?: string;
  /** The editor was told to list the rows below it again, or is listing them now. */
  drawing?: 'announced' | 'listing' | undefined;
}

/** The Policies view: consoles, families, policies, and the rules of the working copies in order. */
export class PolicyTree extends DisposableOwner implements vscode.TreeDataProvider<TreeNode> {
  readonly #deps: RowDeps;
  readonly #commands = this.disposables.add(new StandingCommands());
  readonly #changed = this.disposables.add(new vscode.EventEmitter<TreeNode[] | undefined>());
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #rows = new Map<string, KnownRow>();
  #top: readonly TreeNode[] = [];
  #atCursor: RuleTarget | undefined;
  /** A row to do something with once the editor has been given it. */
  #awaited: { readonly id: string; readonly given: () => void } | undefined;

  constructor(deps: RowDeps) {
    super();
    this.#deps = deps;
    this.disposables.addAll(
      deps.settings.onDidChange(() => this.#refresh()),
      deps.lastPush.onDidChange(() => this.#refresh()),
      deps.models.onDidChange((change) => this.#refresh(change)),
      deps.ruleEditor.onWillEdit((uri) => {
        const at = deps.consoles.policyAt(uri);
        if (at) {
          this.draw({ consoleId: at.console.id, policy: at.ref.policy });
        }
      }),
    );
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    const row = node.describe();
    const known = this.#rows.get(node.id);
    if (known && !node.file) {
      known.drawn = JSON.stringify(row);
    }
    if (node.id === this.#awaited?.id) {
      this.#give(this.#awaited.given);
    }
    const isMarked = node.target.kind === 'rule' && this.isAtCursor(node.target);
    const item = treeRow(node.id, isMarked ? markedAtCursor(row) : row);
    const click = clickOn(node, row);
    if (click) {
      // The editor forgets nothing of a built-in command.
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
    const known = this.#known(node);
    known.drawing = 'listing';
    try {
      const rows = (await node.children()).map((row) => this.#keep(row, node));
      this.#forgetGone(known.children ?? [], rows, node);
      known.children = rows;
      return rows;
    } finally {
      // An edit may have been announced meanwhile.
      if (known.drawing === 'listing') {
        known.drawing = undefined;
      }
    }
  }

  /**
   * Redraws the rules of a policy, also before an edit: they are listed when it is made. The editor draws the first change at once and
   * others a fifth of a second later, so a policy is announced once until its rows are listed.
   */
  draw(policy: Omit<PolicyTarget, 'kind'>): void {
    const row = this.#rows.get(policyId(policy));
    if (row && row.drawing !== 'announced') {
      this.#announce([row.node]);
    }
  }

  /** Calls `given` when the editor has the row of a rule, where it draws the policy of the rule just now. A later call replaces it. */
  whenDrawn({ id, target }: TreeNode, given: () => void): void {
    if ('policy' in target && this.#rows.get(policyId(target))?.drawing) {
      this.#awaited = { id, given };
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
    while (drawn && !this.isListed(drawn)) {
      const parent = this.getParent(drawn);
      drawn = parent && this.#known(parent).children ? parent : undefined;
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
    const parent = this.getParent(row);
    return (parent ? this.#known(parent).children : this.#top)?.includes(row) === true;
  }

  /** Whether an argument of a command is a row of this tree. */
  has(argument: unknown): boolean {
    const { id } = (argument ?? {}) as Partial<TreeNode>;
    return id !== undefined && this.#rows.get(id)?.node === argument;
  }

  /** The row of a target; undefined when the view has none. */
  async nodeOf(target: Target): Promise<TreeNode | undefined> {
    let parent: TreeNode | undefined;
    let rows: readonly TreeNode[] = this.#consoles();
    for (;;) {
      const found = rows.find((row) => row.leadsTo(target));
      if (!found) {
        return undefined;
      }
      parent = this.#keep(found, parent);
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

  /** Forgets the rows that lay in another one and are gone; some lie elsewhere by now. */
  #forgetGone(before: readonly TreeNode[], now: readonly TreeNode[], parent: TreeNode | undefined): void {
    const left = new Set(now);
    for (const row of before) {
      if (!left.has(row) && this.getParent(row) === parent) {
        this.#rows.delete(row.id);
      }
    }
  }

  #announce(rows: readonly TreeNode[]): void {
    for (const row of rows) {
      this.#known(row).drawing = 'announced';
    }
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
      redrawing.some((each) => what?.has(each));
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
