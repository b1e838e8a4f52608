import * as vscode from 'vscode';
import { policyKind, type PolicyName } from '../../core/policy/families.ts';
import { arrayAt, isJsonObject, type JsonObject, type JsonValue } from '../../core/json/json.ts';
import { parseJsonSteps } from '../../core/json/jsonText.ts';
import type { PlanStep } from '../../core/policy/ruleDiff.ts';
import { updatedText } from '../../core/document/updatedText.ts';
import { fileName, spellingOf, type Spelling } from '../../core/policy/policyFile.ts';
import { pulledForm } from '../../core/policy/pulledForm.ts';
import { inSlices } from '../../core/util/inSlices.ts';
import type { Settings } from '../platform/settings.ts';
import { showDiff } from '../platform/showDiff.ts';
import type { PushPlan } from '../../core/sync/outcomes.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import type { ConsoleHandle } from './consoleHandle.ts';
import type { Consoles } from './consoles.ts';
import type { PolicyDocuments } from './policyDocuments.ts';
import { writeValueText } from '../../core/document/updatedText.ts';
import type { PolicyTarget } from './target.ts';
import { VirtualTexts } from './virtualTexts.ts';

export const liveScheme = 'ordinance-live';

interface ComparedParts {
  readonly name: string;
  readonly id: string;
  readonly left: JsonValue | undefined;
  readonly right: JsonValue | undefined;
  readonly title: string;
  readonly preserveFocus?: boolean;
}

/** Read-only documents of a policy, or of one rule of it, in the format of its policy file. */
export class LiveDocuments extends DisposableOwner {
  readonly #consoles: Consoles;
  readonly #documents: PolicyDocuments;
  readonly #settings: Settings;
  readonly texts = this.disposables.add(new VirtualTexts(liveScheme));

  constructor(consoles: Consoles, documents: PolicyDocuments, settings: Settings) {
    super();
    this.#consoles = consoles;
    this.#documents = documents;
    this.#settings = settings;
  }

  /**
   * Returns the document of a policy, in the form that pull would write into the policy file. `text` is the
   * answer of the console. The same policy and label have the same uri, so an open document is updated.
   */
  async liveUri(
    console: ConsoleHandle,
    policy: PolicyName,
    text: string,
    label: 'live' | 'merged' | 'planned' | `snapshot ${string}` = 'live',
  ): Promise<vscode.Uri> {
    const { file, spelling } = await this.#fileOf(console, policy);
    const copy = file && (await this.#documents.working(file));
    const value = await inSlices(parseJsonSteps(text));
    if (!isJsonObject(value)) {
      throw new ExpectedError('not-a-policy', vscode.l10n.t('The console’s answer is not a policy.'));
    }
    const uri = policyUri(console, policy, spelling, label);
    const shown = this.#pulled(console, policy, value);
    await this.texts.set(uri, updatedText(copy, spelling, shown));
    return uri;
  }

  /** Updates an open document of the live policy after a read. */
  async follow(console: ConsoleHandle, policy: PolicyName, text: string): Promise<void> {
    const isShown = (['yaml', 'json'] as const).some((spelling) =>
      this.texts.holds(policyUri(console, policy, spelling, 'live')),
    );
    if (isShown) {
      await this.liveUri(console, policy, text);
    }
  }

  /**
   * Compares the live rule with the planned rule. For a step outside the rules, it compares the policy-level
   * fields.
   */
  async compareRule(console: ConsoleHandle, plan: PushPlan, step: PlanStep): Promise<void> {
    const { policy } = plan.ref;
    const name = step.kind === 'document' ? vscode.l10n.t('document') : step.rule;
    await this.compareParts(console, policy, {
      name,
      id: keyOf(step),
      left: partOf(policy, this.#pulled(console, policy, plan.live), step, 'from'),
      right: partOf(policy, this.#pulled(console, policy, plan.next), step, 'to'),
      title: vscode.l10n.t('{0}: live policy ↔ policy file ({1}, {2})', name, console.entry.name, policy),
    });
  }

  /** Compares two versions of a part of a policy. `id` distinguishes parts with the same name. */
  async compareParts(
    console: ConsoleHandle,
    policy: PolicyName,
    { name, id, left, right, title, preserveFocus = false }: ComparedParts,
  ): Promise<void> {
    const { spelling } = await this.#fileOf(console, policy);
    const path = `${policy}/${asSegment(name)}.policy.${spelling}`;
    const uris = [`left:${id}`, `right:${id}`].map((label) => documentUri(console, policy, path, label));
    const [before, after] = uris as [vscode.Uri, vscode.Uri];
    await this.texts.set(before, left === undefined ? '' : writeValueText(left, spelling));
    await this.texts.set(after, right === undefined ? '' : writeValueText(inOrderOf(left, right), spelling));
    await showDiff(before, after, title, { preview: true, preserveFocus });
  }

  async #fileOf(
    console: ConsoleHandle,
    policy: PolicyName,
  ): Promise<{ readonly file: vscode.Uri | undefined; readonly spelling: Spelling }> {
    const file = await this.#consoles.findFile(console, policy);
    return { file, spelling: (file && spellingOf(file.path)) ?? console.format };
  }

  #pulled({ folder }: ConsoleHandle, policy: PolicyName, value: JsonObject): JsonObject {
    const full = this.#settings.flag('ordinance.pull.fullDocuments', folder.uri);
    return pulledForm(policyKind(policy), value, { full });
  }
}

/** The policy of a document that shows a live policy, a snapshot, one rule, or a plan of one policy. */
export function shownTarget(uri: vscode.Uri): PolicyTarget | undefined {
  const query = new URLSearchParams(uri.scheme.startsWith('ordinance-') ? uri.query : '');
  const consoleId = query.get('console');
  const kind = policyKind(query.get('policy') ?? '');
  return consoleId !== null && kind ? { kind: 'policy', consoleId, policy: kind.name } : undefined;
}

/** True when a document shows a live policy, not a plan or an edit. */
export function isLiveText(uri: vscode.Uri): boolean {
  return uri.scheme === liveScheme && new URLSearchParams(uri.query).get('label') === 'live';
}

/** The part of a policy that a step changes. */
function partOf(
  policy: PolicyName,
  document: JsonObject,
  step: PlanStep,
  which: 'from' | 'to',
): JsonObject | undefined {
  if (step.kind === 'document') {
    const arrays: readonly string[] = policyKind(policy).arrays.map(({ key }) => key);
    return new Map(Array.from(document).filter(([key]) => !arrays.includes(key)));
  }
  const { [which]: index }: StepPlaces = step;
  const rule: JsonValue | undefined = index === undefined ? undefined : arrayAt(document, step.array)[index];
  return isJsonObject(rule) ? rule : undefined;
}

/** Gives the right side the field order of the left side, so that the diff shows only differences. */
function inOrderOf(left: JsonValue | undefined, right: JsonValue): JsonValue {
  if (!isJsonObject(left) || !isJsonObject(right)) {
    return right;
  }
  const keys = [...left.keys()].filter((key) => right.has(key));
  return new Map([...keys.map((key) => [key, right.get(key) ?? null] as const), ...right]);
}

function policyUri(
  console: ConsoleHandle,
  policy: PolicyName,
  spelling: Spelling,
  label: string,
): vscode.Uri {
  const { family, target } = policyKind(policy);
  return documentUri(console, policy, `${family}/${fileName(target, spelling)}`, label);
}

function documentUri(console: ConsoleHandle, policy: PolicyName, path: string, label: string): vscode.Uri {
  return vscode.Uri.from({
    scheme: liveScheme,
    path: `/${console.entry.name}/${path}`,
    query: new URLSearchParams({ console: console.id, policy, label }).toString(),
  });
}

/** A name as a part of the path of a document. */
export function asSegment(name: string): string {
  return (
    name
      .replaceAll(/[/\\?#\s]+/g, ' ')
      .trim()
      .slice(0, 80) || '-'
  );
}

function keyOf(step: PlanStep): string {
  const { array, from, to }: StepPlaces = step.kind === 'document' ? {} : step;
  return [step.kind, array, from, to].join(':');
}

interface StepPlaces {
  readonly array?: string;
  readonly from?: number;
  readonly to?: number;
}
