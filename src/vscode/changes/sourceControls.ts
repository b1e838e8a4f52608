import * as vscode from 'vscode';
import { resourceDecorations, sourceControl } from '../platform/sourceControl.ts';
import { DisposableOwner, DisposableStore } from '../../core/util/disposable.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import type { PolicyTarget } from '../workspace/target.ts';
import {
  type AttentionGroup,
  attentionGroup,
  fileState,
  isProblem,
  shownState,
  stateLooks,
  stateWords,
  statesOf,
  statusWords,
  type KnownStatus,
} from '../workspace/shownState.ts';
import type { ChangeServices } from './baseTexts.ts';
import { l10n } from '../../core/util/l10n.ts';
import { policyKinds, type PolicyName } from '../../core/policy/families.ts';

interface Shown {
  readonly store: DisposableStore;
  readonly control: vscode.SourceControl;
  readonly groups: ReadonlyMap<AttentionGroup, vscode.SourceControlResourceGroup>;
  readonly folder: string;
}

/** One source control per console: local edits, drift and conflicts with their counts, and change bars against base. */
export class SourceControls extends DisposableOwner {
  readonly #services: ChangeServices;
  readonly #shown = new Map<string, Shown>();
  #drawing: Promise<void> = Promise.resolve();

  constructor(services: ChangeServices) {
    super();
    this.#services = services;
    this.disposables.add(
      services.models.onDidChange(({ consoleId, what }) => {
        if (what.has('state')) {
          this.#follow(consoleId);
        }
        if (what.has('base')) {
          this.#renewBars(consoleId);
        }
      }),
    );
    this.#follow();
  }

  override dispose(): void {
    this.#shown.forEach(({ store }) => store.dispose());
    this.#shown.clear();
    super.dispose();
  }

  /** Draws one console, or all when the consoles changed. */
  #follow(consoleId?: string): void {
    const { consoles } = this.#services.consoles;
    const folders = new Map(consoles.map((console) => [console.id, console.policyFolder.toString()]));
    for (const [id, shown] of this.#shown) {
      if (folders.get(id) !== shown.folder) {
        shown.store.dispose();
        this.#shown.delete(id);
      }
    }
    for (const console of consoles.filter(({ id }) => id === (consoleId ?? id))) {
      const shown = this.#shown.get(console.id) ?? this.#show(console);
      this.#shown.set(console.id, shown);
      this.#drawing = this.#drawing.then(() =>
        this.#draw(console, shown).catch((error: unknown) => this.#services.report('source control', error)),
      );
    }
  }

  #show(console: ConsoleHandle): Shown {
    const store = new DisposableStore();
    const control = store.add(
      sourceControl('ordinance', l10n.t('Ordinance: {0}', console.entry.name), console.policyFolder),
    );
    control.inputBox.visible = false;
    control.quickDiffProvider = this.#services.baseTexts;
    const groups = new Map(
      groupIds.map((id) => {
        const group = store.add(control.createResourceGroup(id, groupTitle(id)));
        group.hideWhenEmpty = true;
        return [id, group];
      }),
    );
    return { store, control, groups, folder: console.policyFolder.toString() };
  }

  /** The editor asks for bases again only after a change of the file or of the provider. */
  #renewBars(consoleId: string | undefined): void {
    for (const [id, { control }] of this.#shown) {
      if (id === (consoleId ?? id)) {
        control.quickDiffProvider = undefined;
        control.quickDiffProvider = this.#services.baseTexts;
      }
    }
  }

  async #draw(console: ConsoleHandle, shown: Shown): Promise<void> {
    const listed = resourceGroups((policy) => this.#services.models.status(console.id, policy));
    let count = 0;
    for (const [id, group] of shown.groups) {
      const rows = await Promise.all(listed[id].map((resource) => this.#resource(console, id, resource)));
      if (this.#shown.get(console.id) === shown) {
        group.resourceStates = rows;
        shown.control.count = count += rows.length;
      }
    }
  }

  /** A row of the view; commands take its `target`. */
  async #resource(
    console: ConsoleHandle,
    group: AttentionGroup,
    { policy, tooltip, icon, isBeingChecked = false }: Resource,
  ): Promise<vscode.SourceControlResourceState & { readonly target: PolicyTarget }> {
    const { consoles } = this.#services;
    const target: PolicyTarget = { kind: 'policy', consoleId: console.id, policy };
    return {
      target,
      resourceUri:
        (await consoles.findFile(console, policy)) ?? consoles.newFile(console, policy, console.format),
      contextValue: [group, console.access].join(' '),
      decorations: resourceDecorations(tooltip, {
        faded: isBeingChecked,
        ...(icon === undefined ? {} : { iconPath: new vscode.ThemeIcon(icon) }),
      }),
      command: {
        command: group === 'edits' ? 'ordinance.policy.compareBase' : 'ordinance.policy.compareLive',
        title: l10n.t('Show Changes'),
        arguments: [{ target }],
      },
    };
  }
}

export const groupIds = ['conflicts', 'edits', 'drift'] as const satisfies readonly AttentionGroup[];

/** A policy in a group of the source control view. */
interface Resource {
  readonly policy: PolicyName;
  readonly tooltip: string;
  /** The icon of a problem that prevents the push. */
  readonly icon?: string;
  /** The file was edited since, so the group is that of the earlier state. */
  readonly isBeingChecked?: boolean;
}

/** The policies of a console that need attention, in the order of the tree. */
export function resourceGroups(
  statusOf: (policy: PolicyName) => KnownStatus | undefined,
): Readonly<Record<AttentionGroup, readonly Resource[]>> {
  const groups: Record<AttentionGroup, Resource[]> = { conflicts: [], edits: [], drift: [] };
  for (const { name: policy } of policyKinds) {
    const status = statusOf(policy);
    const group = attentionGroup(status);
    if (status && group) {
      groups[group].push({ policy, ...lookOf(policy, status) });
    }
  }
  return groups;
}

function lookOf(policy: PolicyName, status: KnownStatus): Omit<Resource, 'policy'> {
  if (shownState(status) === 'checking') {
    return { tooltip: `${policy} · ${stateWords('checking')}`, isBeingChecked: true };
  }
  const words = [
    ...new Set([stateWords(fileState(status)), ...statusWords(status)]),
    status.reason,
    status.problems?.[0],
  ].filter((part) => part !== undefined);
  const problem = statesOf(status).findLast(isProblem);
  return {
    tooltip: `${policy} · ${words.join(' · ')}`,
    ...(problem && { icon: stateLooks[problem].icon }),
  };
}

function groupTitle(group: AttentionGroup): string {
  const titles: Readonly<Record<AttentionGroup, string>> = {
    conflicts: l10n.t('To Merge'),
    edits: l10n.t('Local Edits'),
    drift: l10n.t('Changed on the Console'),
  };
  return titles[group];
}
