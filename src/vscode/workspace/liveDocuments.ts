import * as vscode from 'vscode';
import { policyKind, type PolicyName } from '../../core/policy/families.ts';
import { arrayAt, isJsonObject, type JsonObject, type JsonValue } from '../../core/json/json.ts';
import { parseJsonSteps } from '../../core/json/jsonText.ts';
import type { PlanStep } from '../../core/policy/planStep.ts';
import { updatedText } from '../../core/document/updatedText.ts';
import { writePolicyText } from '../../core/document/writePolicy.ts';
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
import type { PolicyTarget } from './target.ts';
import { VirtualTexts } from './virtualTexts.ts';

export const liveScheme = 'ordinance-live';

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
    await this.texts.set(uri, updatedText(copy, spelling, policyKind(policy), shown));
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

  /** The text of a policy file before an edit. */
  async beforeUri(console: ConsoleHandle, policy: PolicyName, text: string): Promise<vscode.Uri> {
    const { spelling } = await this.#fileOf(console, policy);
    const uri = policyUri(console, policy, spelling, 'before');
    await this.texts.set(uri, text);
    return uri;
  }

  /**
   * Compares the live rule with the planned rule. For a step outside the rules, it compares the policy-level
   * fields.
   */
  async compareRule(console: ConsoleHandle, plan: PushPlan, step: PlanStep): Promise<void> {
    const { policy } = plan.ref;
    const { spelling } = await this.#fileOf(console, policy);
    const name = step.kind === 'document' ? vscode.l10n.t('document') : step.rule;
    const path = `${policy}/${asSegment(name)}.policy.${spelling}`;
    const live = partOf(policy, this.#pulled(console, policy, plan.live), step, 'from');
    const next = partOf(policy, this.#pulled(console, policy, plan.next), step, 'to');
    const [left, right] = [
      documentUri(console, policy, path, `rule-live:${keyOf(step)}`),
      documentUri(console, policy, path, `rule-next:${keyOf(step)}`),
    ];
    await this.texts.set(left, live ? writePolicyText(live, spelling) : '');
    await this.texts.set(right, next ? writePolicyText(inOrderOf(live, next), spelling) : '');
    await showDiff(
      left,
      right,
      vscode.l10n.t('{0}: live policy ↔ policy file ({1}, {2})', name, console.entry.name, policy),
      { preview: true },
    );
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
function inOrderOf(left: JsonObject | undefined, right: JsonObject): JsonObject {
  const keys = [...(left?.keys() ?? [])].filter((key) => right.has(key));
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

function asSegment(name: string): string {
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
