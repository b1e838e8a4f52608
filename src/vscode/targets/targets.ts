import * as vscode from 'vscode';
import { policyKind, type PolicyKind, type PolicyName } from '../../core/policy/families.ts';
import { pick } from '../platform/dialogs.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import type { ConsoleHandle, ConsoleRegistry } from '../workspace/consoleRegistry.ts';
import type { PolicyFiles } from '../workspace/policyFiles.ts';
import type { PolicyRules } from '../workspace/policyRules.ts';
import type { RuleEditor } from '../workspace/ruleEditor.ts';
import { targetOf, type PolicyTarget, type RuleTarget, type Target } from '../workspace/target.ts';

interface HavingConsoles {
  readonly consoles: ConsoleRegistry;
}

/** The tree of policies, as far as commands act on what is selected there. */
export interface PolicyRows {
  readonly isVisible: boolean;
  /** Whether the person was there later than in any editor. */
  readonly wasUsedLast: boolean;
  readonly selection: readonly Target[];
  /** The rows that a key of the view acts on, as they are when the key arrives. */
  targetsAt(key: unknown): readonly Target[];
  /** Whether an argument of a command is a row of the view: then the person is there. */
  isRow(argument: unknown): boolean;
  /** Gives the view the keyboard, with its rows as they are. */
  focus(): Promise<void>;
  /** The command that does, for the window to do it together with others; undefined where there is no view. */
  readonly focusCommand: string | undefined;
  /** Draws the rules that an edit of the view left, and selects the first of them unless it is selected. Takes nothing from a person who went elsewhere. */
  revealEdited(rules: readonly RuleTarget[]): Promise<void>;
  /** Leaves focus and selection as they are: a box or question opens, which the view would take the keyboard from. */
  cancelReveal(): void;
  /** Shows a row, opening the rows around it. */
  revealRow(row: Target, how: Reveal): Promise<void>;
}

/** `select`: the row gets the selection together with the focus, so that no key ever finds them apart. `show`: the row is only brought into view. */
export type Reveal = 'select' | 'show';

const noRows: PolicyRows = {
  isVisible: false,
  wasUsedLast: false,
  selection: [],
  targetsAt: () => [],
  isRow: () => false,
  focus: async () => undefined,
  focusCommand: undefined,
  revealEdited: async () => undefined,
  cancelReveal: () => undefined,
  revealRow: async () => undefined,
};

/** Tells which policy a document shows, when it is one of a kind. */
type ShownPolicy = (uri: vscode.Uri) => PolicyTarget | undefined;

export interface TargetsDeps extends HavingConsoles {
  readonly files: PolicyFiles;
  readonly rules: PolicyRules;
  readonly ruleEditor: RuleEditor;
}

/** Where commands look for what they act on. Features say which tree and which documents show policies. */
export class Targets {
  readonly consoles: ConsoleRegistry;
  readonly files: PolicyFiles;
  readonly rules: PolicyRules;
  readonly ruleEditor: RuleEditor;
  #rows = noRows;
  readonly #plans: ShownPolicy[] = [];

  constructor({ consoles, files, rules, ruleEditor }: TargetsDeps) {
    this.consoles = consoles;
    this.files = files;
    this.rules = rules;
    this.ruleEditor = ruleEditor;
  }

  get rows(): PolicyRows {
    return this.#rows;
  }

  /** From now on commands act on what is selected there. */
  useRows(rows: PolicyRows): void {
    this.#rows = rows;
  }

  /** Documents that are about a policy and are not its file. */
  usePlans(policyOf: ShownPolicy): void {
    this.#plans.push(policyOf);
  }

  /** The policy a document is a plan of. */
  plannedAt(uri: vscode.Uri): PolicyTarget | undefined {
    return this.#plans.map((policyOf) => policyOf(uri)).find((target) => target !== undefined);
  }
}

/** A policy of a console, found. */
export interface ChosenPolicy {
  readonly console: ConsoleHandle;
  readonly kind: PolicyKind;
}

/** The console of the argument, else the only one that fits, else asked for. */
export async function chooseConsole(
  services: HavingConsoles,
  argument: unknown,
  accept: (console: ConsoleHandle) => boolean = () => true,
): Promise<ConsoleHandle> {
  const target = targetOf(argument);
  if (target) {
    return consoleOf(services, target);
  }
  const all = services.consoles.consoles;
  const candidates = all.filter(accept);
  const [only] = candidates.length > 0 ? candidates : all;
  if (!only) {
    throw noConsole(vscode.l10n.t('This workspace has no console.'));
  }
  if (candidates.length <= 1) {
    return only;
  }
  const folders = new Set(candidates.map(({ folder }) => folder.name));
  const items = candidates.map((console) => ({
    label: console.entry.name,
    description: [console.entry.url, ...(folders.size > 1 ? [console.folder.name] : [])].join(' · '),
    console,
  }));
  return (await pick(items, { placeHolder: vscode.l10n.t('Which console?') })).console;
}

/** Likewise, of those that are signed in. */
export function chooseReadyConsole(services: HavingConsoles, argument: unknown): Promise<ConsoleHandle> {
  return chooseConsole(services, argument, ({ access }) => access === 'ready');
}

/** Why there is nothing to act on, and how to get a console. */
export function noConsole(message: string): ExpectedError {
  return new ExpectedError('no-console', message, {
    advice: vscode.l10n.t('Run "Ordinance: Add Console…" or "Ordinance: Try the Sandbox".'),
  });
}

export function consoleOf(services: HavingConsoles, target: Target): ConsoleHandle {
  const console = services.consoles.get(target.consoleId);
  if (!console) {
    throw new ExpectedError('no-console', vscode.l10n.t('ordinance.yaml no longer names this console.'));
  }
  return console;
}

export function chosenOf(services: HavingConsoles, target: PolicyTarget | RuleTarget): ChosenPolicy {
  return { console: consoleOf(services, target), kind: kindNamed(target.policy) };
}

export function kindNamed(name: PolicyName): PolicyKind {
  const kind = policyKind(name);
  if (!kind) {
    throw new TypeError(`no such policy: ${name}`);
  }
  return kind;
}
