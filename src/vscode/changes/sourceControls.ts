import * as vscode from 'vscode';
import { resourceDecorations, sourceControl } from '../platform/sourceControl.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import type { PolicyTarget } from '../workspace/target.ts';
import type { BaseTexts } from './baseTexts.ts';
import {
  groupIds,
  groupTitle,
  resourceGroups,
  type GroupId,
  type Resource,
} from '../workspace/policyGroups.ts';
import type { FeatureServices } from '../featureServices.ts';

const sourceControlId = 'ordinance';

/** A row of the source control view; commands take its `target`. */
export interface PolicyResource extends vscode.SourceControlResourceState {
  readonly target: PolicyTarget;
}

export interface SourceControlsDeps extends Pick<
  FeatureServices,
  'consoles' | 'models' | 'files' | 'report'
> {
  readonly baseTexts: BaseTexts;
}

interface Shown extends Disposable {
  readonly control: vscode.SourceControl;
  readonly groups: Readonly<Record<GroupId, vscode.SourceControlResourceGroup>>;
  readonly folder: string;
}

/** One source control per console: local edits, drift and conflicts with their counts, and change bars against base. */
export class SourceControls implements Disposable {
  readonly #deps: SourceControlsDeps;
  readonly #disposables = new DisposableStore();
  readonly #shown = new Map<string, Shown>();
  #drawing: Promise<void> = Promise.resolve();

  constructor(deps: SourceControlsDeps) {
    this.#deps = deps;
    this.#disposables.add(
      deps.models.onDidChange(({ consoleId, what }) => {
        if (!what.has('state')) {
          return;
        }
        if (consoleId === undefined) {
          this.#follow();
        } else {
          this.#draw(consoleId);
        }
      }),
    );
    this.#disposables.add(deps.baseTexts.onDidAppear((consoleId) => this.#renewBars(consoleId)));
    this.#follow();
  }

  /** The rows of a console; for tests. */
  resources(consoleId: string, group: GroupId): readonly PolicyResource[] {
    return (this.#shown.get(consoleId)?.groups[group].resourceStates ?? []) as PolicyResource[];
  }

  dispose(): void {
    for (const shown of this.#shown.values()) {
      shown.dispose();
    }
    this.#shown.clear();
    this.#disposables.dispose();
  }

  #follow(): void {
    const { consoles } = this.#deps.consoles;
    const folders = new Map(consoles.map((console) => [console.id, console.policyFolder.toString()]));
    for (const [id, shown] of this.#shown) {
      if (folders.get(id) !== shown.folder) {
        shown.dispose();
        this.#shown.delete(id);
      }
    }
    for (const console of consoles) {
      if (!this.#shown.has(console.id)) {
        this.#shown.set(console.id, this.#show(console));
      }
      this.#draw(console.id);
    }
  }

  #show(console: ConsoleHandle): Shown {
    const store = new DisposableStore();
    const control = store.add(
      sourceControl(
        sourceControlId,
        vscode.l10n.t('Ordinance: {0}', console.entry.name),
        console.policyFolder,
      ),
    );
    control.inputBox.visible = false;
    control.quickDiffProvider = this.#deps.baseTexts;
    const groups = Object.fromEntries(
      groupIds.map((id) => {
        const group = store.add(control.createResourceGroup(id, groupTitle(id)));
        group.hideWhenEmpty = true;
        return [id, group];
      }),
    ) as Record<GroupId, vscode.SourceControlResourceGroup>;
    return {
      control,
      groups,
      folder: console.policyFolder.toString(),
      dispose: () => store.dispose(),
    };
  }

  /** The editor asks for a base once per file; where there was none it has to be asked again. */
  #renewBars(consoleId: string): void {
    const shown = this.#shown.get(consoleId);
    if (shown) {
      shown.control.quickDiffProvider = undefined;
      shown.control.quickDiffProvider = this.#deps.baseTexts;
    }
  }

  #draw(consoleId: string): void {
    this.#drawing = this.#drawing.then(() =>
      this.#drawNow(consoleId).catch((error: unknown) => this.#deps.report('source control', error)),
    );
  }

  async #drawNow(consoleId: string): Promise<void> {
    const console = this.#deps.consoles.get(consoleId);
    if (!console) {
      return;
    }
    const { models } = this.#deps;
    const listed = resourceGroups((policy) => models.status(consoleId, policy));
    const rows = new Map<GroupId, PolicyResource[]>();
    for (const id of groupIds) {
      rows.set(id, await Promise.all(listed[id].map((resource) => this.#resource(console, id, resource))));
    }
    const shown = this.#shown.get(consoleId);
    if (!shown) {
      return;
    }
    let count = 0;
    for (const id of groupIds) {
      const states = rows.get(id) ?? [];
      count += states.length;
      shown.groups[id].resourceStates = states;
    }
    shown.control.count = count;
  }

  async #resource(console: ConsoleHandle, group: GroupId, resource: Resource): Promise<PolicyResource> {
    const { policy, tooltip, icon, isBeingChecked = false } = resource;
    const uri =
      (await this.#deps.files.find(console, policy)) ??
      this.#deps.files.place(console, policy, console.format);
    const target: PolicyTarget = { kind: 'policy', consoleId: console.id, policy };
    return {
      target,
      resourceUri: uri,
      contextValue: [group, console.access].join(' '),
      decorations: resourceDecorations(tooltip, {
        faded: isBeingChecked,
        ...(icon === undefined ? {} : { iconPath: new vscode.ThemeIcon(icon) }),
      }),
      command: {
        command: group === 'edits' ? 'ordinance.policy.compareBase' : 'ordinance.policy.compareLive',
        title: vscode.l10n.t('Show Changes'),
        arguments: [{ target }],
      },
    };
  }
}
