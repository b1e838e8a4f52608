import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { commands, Range, Selection, Uri, window, workspace, WorkspaceEdit } from 'vscode';
import type { MessageItem, Position, TextDocument, TextEditor } from 'vscode';
import type { JsonObject } from '../../src/core/json/json.ts';
import { stringAt } from '../../src/core/json/json.ts';
import type { PolicyName } from '../../src/core/policy/families.ts';
import { TestConsole, type TestConsoleOptions } from '../sandbox/testConsole.ts';
import type { CommandId } from '../../src/vscode/platform/commandIds.ts';
import type { Target } from '../../src/vscode/workspace/target.ts';
import { typedBox } from '../mocks/typedBox.ts';
import { waitFor } from './harness.ts';
import { surroundings } from './surroundings.ts';

/** Starts the console that `ordinance.yaml` of the sample workspace names. Its policies are no longer than most tests need. */
export async function startSandbox(options: TestConsoleOptions = { mostRules: 40 }): Promise<TestConsole> {
  const { sandboxPort, accessKey } = surroundings();
  return TestConsole.start({ port: sandboxPort, accessKey, ...options });
}

export function consoleId(): string {
  return `${surroundings().folder.toString()}#sandbox`;
}

export function policy(name: string): Target {
  return { kind: 'policy', consoleId: consoleId(), policy: name } as Target;
}

export function rule(name: string, index: number, array = 'rules'): Target {
  return { kind: 'rule', consoleId: consoleId(), policy: name, array, index } as Target;
}

export function fileOf(name: string): Uri {
  return Uri.joinPath(surroundings().folder, `policies/sandbox/${name}.policy.yaml`);
}

/** Runs a command as a menu does. Its answer is undefined when it failed; then a message says why. */
export async function run<T>(id: CommandId, ...args: readonly unknown[]): Promise<T | undefined> {
  return commands.executeCommand<T | undefined>(id, ...args);
}

/**
 * Has a push reviewed, and presses "Push" in the review that opens. Its answer is that of the push, or why there was
 * nothing to review.
 */
export async function pushReviewed<T>(id: CommandId, ...args: readonly unknown[]): Promise<T | undefined> {
  const opened = await run<{ kind?: string }>(id, ...args);
  return opened?.kind === 'plan' || opened?.kind === 'plans'
    ? run<T>('ordinance.plan.push')
    : (opened as T | undefined);
}

/**
 * Saves it, and over the file. An editor that read the stamp of a file while it was still being written does not save over what
 * it takes for another's; it does once the file says the same.
 */
export async function save(document: TextDocument): Promise<void> {
  if (await document.save()) return;
  writeFileSync(document.uri.fsPath, document.getText());
  assert.ok(await document.save(), `${document.uri.toString()} is saved`);
}

export async function edit(name: string, change: (text: string) => string): Promise<TextDocument> {
  const document = await workspace.openTextDocument(fileOf(name));
  const before = document.getText();
  const after = change(before);
  assert.notEqual(after, before, `the edit changes something: ${before.slice(0, 400)}`);
  const edits = new WorkspaceEdit();
  edits.replace(document.uri, new Range(document.positionAt(0), document.positionAt(before.length)), after);
  assert.ok(await workspace.applyEdit(edits));
  return document;
}

/** Takes back what is not saved of a document, whatever is in front. */
export async function revert(document: TextDocument): Promise<void> {
  await window.showTextDocument(document);
  await commands.executeCommand('workbench.action.files.revert');
  await waitFor(`${document.uri.path} as it was saved`, () => !document.isDirty);
}

/** Puts the cursor there, and hears out what the window told of it before: that would move it back. */
export async function putCursor(editor: TextEditor, at: Position): Promise<void> {
  editor.selection = new Selection(at, at);
  await commands.executeCommand('setContext', 'ordinanceTest.cursor', true);
  await waitFor('the cursor', () => editor.selection.isEmpty && editor.selection.active.isEqual(at));
}

/** The text of the rules of a pulled YAML file, with what stands before the first and behind the last. */
export function sliceRules(text: string): { head: string; rules: string[]; tail: string } {
  const start = /^rules:\n/m.exec(text);
  assert.ok(start, 'the file has rules');
  const from = start.index + start[0].length;
  const [first = ''] = /^ *- /.exec(text.slice(from)) ?? [];
  assert.notEqual(first, '', 'the file has a first rule');
  const body = text.slice(from);
  const ends = [...body.matchAll(new RegExp(`^${first}`, 'gm'))].map(({ index }) => index);
  const after = /^\S(?!\s*-)/m.exec(body.slice(1));
  const end = first.startsWith(' ') && after ? after.index + 1 : body.length;
  const rules = ends.map((at, index) => body.slice(at, ends[index + 1] ?? end));
  return { head: text.slice(0, from), rules, tail: body.slice(end) };
}

/** Names of the rules the console holds, in order. */
export function liveNames(sandbox: TestConsole, name: PolicyName): string[] {
  const rules = sandbox.state.policies.get(name).get('rules');
  return Array.isArray(rules) ? rules.map((each) => stringAt(each as JsonObject, 'name') ?? '') : [];
}

export interface Message {
  readonly text: string;
  readonly detail?: string;
  readonly actions: readonly string[];
}

type Show = (text: string, ...rest: unknown[]) => Promise<string | MessageItem | undefined>;
const kinds = ['showInformationMessage', 'showWarningMessage', 'showErrorMessage'] as const;

/**
 * Stands in for the person who reads messages: keeps what is shown and answers by `answer`. Tests and extension share
 * the editor's objects, so what is replaced here is what the extension calls.
 */
export class Messages {
  readonly shown: Message[] = [];
  readonly #real = new Map<string, unknown>();
  answer: (message: Message) => string | undefined | Promise<string | undefined> = () => undefined;
  /** What is typed into an input box that asks for something. */
  typed: string | undefined;

  constructor() {
    const target = window as unknown as Record<string, unknown>;
    for (const kind of [...kinds, 'createInputBox']) {
      this.#real.set(kind, target[kind]);
    }
    const show: Show = async (text, ...rest) => {
      const [options] = rest;
      const hasOptions = typeof options === 'object' && options !== null;
      const items = (hasOptions ? rest.slice(1) : rest) as (string | MessageItem)[];
      const titles = items.map((item) => (typeof item === 'string' ? item : item.title));
      const message: Message = {
        text,
        ...(hasOptions ? (options as { detail?: string }) : {}),
        actions: titles,
      };
      this.shown.push(message);
      const answer = await this.answer(message);
      return answer === undefined ? undefined : items[titles.indexOf(answer)];
    };
    for (const kind of kinds) {
      target[kind] = show;
    }
    target['createInputBox'] = () => typedBox(() => this.typed);
  }

  get last(): Message | undefined {
    return this.shown.at(-1);
  }

  /** Says yes to a push, or to what `verb` names. */
  confirmPush(verb = 'Push'): void {
    this.answer = ({ actions }) =>
      actions.find((action) => action === verb || /^(Weaken and Push|Push…)$/.test(action));
  }

  clear(): void {
    this.shown.length = 0;
    this.answer = () => undefined;
    this.typed = undefined;
  }

  restore(): void {
    for (const [kind, real] of this.#real) {
      (window as unknown as Record<string, unknown>)[kind] = real;
    }
  }
}
