import * as vscode from 'vscode';
import type { PolicyKind } from '../../core/policy/families.ts';
import { testError, testItem } from '../platform/testItems.ts';
import type { ConsoleHandle } from '../workspace/consoleRegistry.ts';
import type { FoundTests } from '../workspace/policyTestFiles.ts';
import { rangeOfTest } from './testPlaces.ts';

/** A policy that has tests. */
export interface TestedTarget {
  readonly console: ConsoleHandle;
  readonly kind: PolicyKind;
}

/** The rows of the Testing view: a file, and below it its tests. */
export class TestTree {
  readonly #controller: vscode.TestController;
  #found: readonly FoundTests[] = [];

  constructor(controller: vscode.TestController) {
    this.#controller = controller;
  }

  get found(): readonly FoundTests[] {
    return this.#found;
  }

  /** The rows that stay keep their results. */
  show(found: readonly FoundTests[]): void {
    this.#found = found;
    this.#controller.items.replace(found.map((one) => this.#fileItem(one)));
  }

  item(uri: vscode.Uri, name: string): vscode.TestItem | undefined {
    return this.#controller.items.get(uri.toString())?.children.get(idOf(uri, name));
  }

  /** The rows of a policy lose their results, which belong to an older text. */
  withdraw({ console, kind }: TestedTarget): void {
    const rows = this.#found
      .filter((one) => one.console.id === console.id && one.file.kind?.name === kind.name)
      .map(({ uri }) => this.#controller.items.get(uri.toString()))
      .filter((item) => item !== undefined);
    if (rows.length > 0) {
      this.#controller.invalidateTestResults(rows);
    }
  }

  /** The policies that rows, or all of them, are about, and the rows of tests among them. */
  meant(items: readonly vscode.TestItem[] | undefined): {
    readonly policies: readonly TestedTarget[];
    readonly ids: ReadonlySet<string>;
  } {
    const ids = new Set<string>();
    const policies = new Map<string, TestedTarget>();
    for (const found of this.#found) {
      const { console, file, uri } = found;
      const row = this.#controller.items.get(uri.toString());
      const own = file.tests.map(({ name }) => idOf(uri, name));
      const some = items
        ? own.filter((id) => items.some((item) => item.id === id || item.id === row?.id))
        : own;
      some.forEach((id) => ids.add(id));
      if (file.kind && some.length > 0) {
        policies.set(`${console.id} ${file.kind.name}`, { console, kind: file.kind });
      }
    }
    return { policies: [...policies.values()], ids };
  }

  #fileItem(found: FoundTests): vscode.TestItem {
    const { uri, console, file } = found;
    const way = uri.path.slice(console.policyFolder.path.length + 1);
    const label = file.kind?.name ?? way;
    const item = testItem(this.#controller, uri.toString(), label, uri, `${console.entry.name} · ${way}`);
    item.children.replace(
      file.tests.map(({ name, index }) => {
        const child = testItem(this.#controller, idOf(uri, name), name, uri);
        child.range = rangeOfTest(found, index);
        // The tests are in the order of the file.
        child.sortText = String(index).padStart(6, '0');
        return child;
      }),
    );
    const left = file.written - file.tests.length;
    if (left > 0 || file.tests.length === 0) {
      const [first] = file.diagnostics;
      testError(item, `${vscode.l10n.t('These tests cannot run: {0}.', left)} ${first?.message ?? ''}`);
    }
    return item;
  }
}

export function idOf(uri: vscode.Uri, name: string): string {
  return `${uri.toString()}#${name}`;
}
