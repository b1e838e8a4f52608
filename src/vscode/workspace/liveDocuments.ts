import * as vscode from 'vscode';
import { policyKind, type PolicyKind, type PolicyName } from '../../core/policy/families.ts';
import { arrayAt, isJsonObject, type JsonObject, type JsonValue } from '../../core/json/json.ts';
import { parseJsonSteps } from '../../core/json/jsonText.ts';
import type { PlanStep } from '../../core/policy/planStep.ts';
import { updatedText } from '../../core/document/updatedText.ts';
import { writePolicyText } from '../../core/document/writePolicy.ts';
import { fileName, spellingOf, type Spelling } from '../../core/policy/policyFile.ts';
import { pulledForm } from '../../core/policy/pulledForm.ts';
import { inSlices } from '../../core/util/inSlices.ts';
import type { Settings } from '../platform/settings.ts';
import type { PushPlan } from '../../core/sync/outcomes.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import type { ConsoleHandle } from './consoleHandle.ts';
import type { PolicyDocuments } from './policyDocuments.ts';
import type { PolicyFiles } from './policyFiles.ts';
import type { PolicyTarget } from './target.ts';
import { VirtualTexts } from './virtualTexts.ts';

export const liveScheme = 'ordinance-live';

/** Which state of a policy a document shows. */
export type LiveLabel = 'live' | 'base' | 'merged' | 'proposed' | 'planned' | `snapshot ${string}`;

/** The two sides of a diff of one rule; a side that does not exist is an empty document. */
export interface RuleUris {
  readonly left: vscode.Uri;
  readonly right: vscode.Uri;
  readonly title: string;
}

/** Read-only documents that show a policy, or one rule of it, in the spelling of its working copy. */
export class LiveDocuments extends DisposableOwner {
  readonly #files: PolicyFiles;
  readonly #documents: PolicyDocuments;
  readonly #settings: Settings;
  readonly texts = this.disposables.add(new VirtualTexts(liveScheme));

  constructor(files: PolicyFiles, documents: PolicyDocuments, settings: Settings) {
    super();
    this.#files = files;
    this.#documents = documents;
    this.#settings = settings;
  }

  /**
   * Shows `text`, a policy as the console answered it, as pull would write it into the working copy. The uri is the same
   * for the same policy and label: a document that is open follows.
   */
  async liveUri(
    console: ConsoleHandle,
    policy: PolicyName,
    text: string,
    label: LiveLabel = 'live',
  ): Promise<vscode.Uri> {
    const kind = policyKind(policy);
    const file = await this.#files.find(console, policy);
    const copy = file && (await this.#documents.working(file));
    const spelling = (file && spellingOf(file.path)) ?? console.format;
    const value = await inSlices(parseJsonSteps(text));
    if (!isJsonObject(value)) {
      throw new ExpectedError('not-a-policy', vscode.l10n.t('The console’s answer is not a policy.'));
    }
    const full = this.#settings.flag('ordinance.pull.fullDocuments', console.folder.uri);
    const shown = pulledForm(kind, value, { full });
    const uri = policyUri(console, kind, spelling, label);
    await this.texts.set(uri, updatedText(copy, spelling, kind, shown));
    return uri;
  }

  /** An open document of the live policy follows the last read. */
  async follow(console: ConsoleHandle, policy: PolicyName, text: string): Promise<void> {
    const isShown = (['yaml', 'json'] as const).some((spelling) =>
      this.texts.holds(policyUri(console, policyKind(policy), spelling, 'live')),
    );
    if (isShown) {
      await this.liveUri(console, policy, text);
    }
  }

  /** The text of a policy file before an edit. */
  async beforeUri(
    console: ConsoleHandle,
    policy: PolicyName,
    spelling: Spelling,
    text: string,
  ): Promise<vscode.Uri> {
    const uri = policyUri(console, policyKind(policy), spelling, 'before');
    await this.texts.set(uri, text);
    return uri;
  }

  /** One rule as it is live (left) and as the plan would send it (right); a step of the document shows its members. */
  async ruleUris(console: ConsoleHandle, plan: PushPlan, step: PlanStep): Promise<RuleUris> {
    const { policy } = plan.ref;
    const kind = policyKind(policy);
    const file = await this.#files.find(console, policy);
    const spelling = (file && spellingOf(file.path)) ?? console.format;
    const options = { full: this.#settings.flag('ordinance.pull.fullDocuments', console.folder.uri) };
    const side = (value: JsonObject, which: 'from' | 'to'): JsonObject | undefined =>
      part(kind, pulledForm(kind, value, options), step, which);
    const name = step.kind === 'document' ? vscode.l10n.t('document') : step.rule;
    const place = async (
      label: string,
      value: JsonObject | undefined,
      base: JsonObject | undefined,
    ): Promise<vscode.Uri> => {
      const path = `${kind.family}/${kind.target}/${asSegment(name)}.policy.${spelling}`;
      const uri = documentUri(console, policy, path, `${label}:${keyOf(step)}`);
      await this.texts.set(uri, value ? ruleText(spelling, value, base) : '');
      return uri;
    };
    const before = side(plan.live, 'from');
    const after = side(plan.next, 'to');
    return {
      left: await place('rule-live', before, undefined),
      right: await place('rule-next', after, before),
      title: vscode.l10n.t('{0}: live policy ↔ policy file ({1}, {2})', name, console.entry.name, policy),
    };
  }
}

/** The policy that a document of this scheme shows, or shows a rule of. */
export function liveTarget(uri: vscode.Uri): PolicyTarget | undefined {
  const query = new URLSearchParams(uri.scheme === liveScheme ? uri.query : '');
  const consoleId = query.get('console');
  const kind = policyKind(query.get('policy') ?? '');
  return consoleId !== null && kind ? { kind: 'policy', consoleId, policy: kind.name } : undefined;
}

/** Whether a document shows a policy as it is live, and nothing of a plan or of an edit. */
export function isLiveText(uri: vscode.Uri): boolean {
  return uri.scheme === liveScheme && new URLSearchParams(uri.query).get('label') === 'live';
}

/** The part of a document a step is about. */
function part(
  kind: PolicyKind,
  document: JsonObject,
  step: PlanStep,
  which: 'from' | 'to',
): JsonObject | undefined {
  if (step.kind === 'document') {
    const arrays: ReadonlySet<string> = new Set(kind.arrays.map(({ key }) => key));
    return new Map(Array.from(document).filter(([key]) => !arrays.has(key)));
  }
  const index = which in step ? (step as { from?: number; to?: number })[which] : undefined;
  const rule: JsonValue | undefined = index === undefined ? undefined : arrayAt(document, step.array)[index];
  return isJsonObject(rule) ? rule : undefined;
}

/** The right side follows the left one, member by member, so that only differences differ. */
function ruleText(spelling: Spelling, value: JsonObject, base: JsonObject | undefined): string {
  const order = base ? [...base.keys()] : [];
  const ordered = new Map<string, JsonValue>();
  for (const key of [...order, ...value.keys()]) {
    const member = value.get(key);
    if (member !== undefined) {
      ordered.set(key, member);
    }
  }
  return writePolicyText(ordered, spelling);
}

function policyUri(console: ConsoleHandle, kind: PolicyKind, spelling: Spelling, label: string): vscode.Uri {
  return documentUri(console, kind.name, `${kind.family}/${fileName(kind.target, spelling)}`, label);
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
  const { array = '', from = '', to = '' } = step as { array?: string; from?: number; to?: number };
  return `${step.kind}:${array}:${from}:${to}`;
}
