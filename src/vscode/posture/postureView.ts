import type * as vscode from 'vscode';
import type { ContextKeys } from '../platform/contextKeys.ts';
import { withProgress } from '../platform/progress.ts';
import { treeView } from '../platform/treeView.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { PostureTree, type PostureNode, type PostureTreeDeps } from './postureTree.ts';

export const postureViewId = 'ordinance.posture';

export interface PostureViewDeps extends PostureTreeDeps {
  readonly contextKeys: ContextKeys;
}

/** The SaaS posture view, with progress while something is read. */
export class PostureView implements Disposable {
  readonly #disposables = new DisposableStore();
  readonly #view: vscode.TreeView<PostureNode>;
  readonly tree: PostureTree;
  #idle: (() => void) | undefined;

  constructor(deps: PostureViewDeps) {
    const { sources, readings, contextKeys } = deps;
    this.tree = this.#disposables.add(new PostureTree(deps));
    this.#view = this.#disposables.add(
      treeView(postureViewId, { treeDataProvider: this.tree, showCollapseAll: true }),
    );
    this.#disposables.addAll(
      sources.onDidChange(() => contextKeys.set('ordinance.hasPosture', sources.sources.length > 0)),
      readings.onDidChangeBusy((busy) => {
        contextKeys.set('ordinance.isReadingPosture', busy);
        this.#showProgress(busy);
      }),
    );
  }

  /** Nothing while the view is hidden: a command may not act on what nobody sees. */
  get selection(): readonly PostureNode[] {
    return this.#view.visible ? this.#view.selection : [];
  }

  async reveal(node: PostureNode): Promise<void> {
    await this.#view.reveal(node, { select: true, focus: true, expand: true });
  }

  dispose(): void {
    this.#idle?.();
    this.#disposables.dispose();
  }

  #showProgress(busy: boolean): void {
    if (!busy) {
      this.#idle?.();
      this.#idle = undefined;
    } else if (!this.#idle) {
      const idle = new Promise<void>((resolve) => {
        this.#idle = resolve;
      });
      void withProgress({ location: { viewId: postureViewId }, title: '' }, () => idle);
    }
  }
}
