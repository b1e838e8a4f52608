import * as vscode from 'vscode';
import { ExpectedError } from '../../core/util/errors.ts';
import { loadPart } from '../../core/util/loadPart.ts';
import type { RemoteEdit, RemoteEditRequest } from '../../sandbox/remoteEdit.ts';
import { ensureTrusted } from '../connection/ensureTrusted.ts';
import { pick, showMessage } from '../platform/dialogs.ts';
import type { ChosenPolicy, ConsoleHandle } from '../workspace/consoleHandle.ts';
import { policyTarget, targetOf } from '../workspace/target.ts';
import { readWorkingPolicy } from '../workspace/workingCopies.ts';
import type { FeatureServices } from '../featureServices.ts';
import { type JsonObject, type JsonValue, fromPlain, isJsonArray } from '../../core/json/json.ts';
import type { PolicyKind } from '../../core/policy/families.ts';
import { diffPolicies } from '../../core/policy/ruleDiff.ts';
import { baseDocument } from '../../core/sync/pull.ts';

/**
 * Simulates an edit of the live policy by someone else, so that one person can try a conflict. Only a sandbox
 * allows it: `isSandbox` is true for one that this computer runs.
 */
export async function simulateEdit(
  services: FeatureServices & { readonly isSandbox: (console: ConsoleHandle) => boolean },
  policy: ChosenPolicy,
  row: unknown,
): Promise<RemoteEdit> {
  ensureTrusted();
  const { console, kind } = policy;
  const { origin } = new URL(console.entry.url);
  const key = services.isSandbox(console) ? await services.secrets.accessKey(origin) : undefined;
  if (!key) {
    throw new ExpectedError(
      'not-a-sandbox',
      vscode.l10n.t('{0} is not a sandbox: its users are real.', console.entry.name),
      { advice: vscode.l10n.t('Run "Ordinance: Try the Sandbox" in a folder of its own.') },
    );
  }
  const selected = await selectedRule(services, policy, row);
  const request = await chooseEdit(kind.name, selected, await localChange(services, policy, selected?.name));
  const part = await loadPart('the sandbox', () => import('../../sandbox/sandboxPart.ts'));
  const edit = await part.requestRemoteEdit(console.entry.url, key, request);
  const target = policyTarget(policy);
  showMessage('info', describeEdit(edit), {
    label: vscode.l10n.t('Compare with Live'),
    run: () => vscode.commands.executeCommand('ordinance.policy.compareLive', target),
  });
  return edit;
}

interface SelectedRule {
  readonly array: string;
  readonly name: string;
}

/** The rule of the row, or the rule at the cursor in the file of the policy; undefined for a rule without a name. */
async function selectedRule(
  { consoles, rules }: FeatureServices,
  { console, kind }: ChosenPolicy,
  row: unknown,
): Promise<SelectedRule | undefined> {
  const target = targetOf(row);
  const editor = vscode.window.activeTextEditor;
  const file = (await consoles.findFile(console, kind.name))?.toString();
  const isShown = editor !== undefined && editor.document.uri.toString() === file;
  const [atCursor] = target?.kind !== 'rule' && isShown ? await rules.selected(editor) : [];
  const rule = target?.kind === 'rule' ? target : atCursor;
  return rule?.name === undefined ? undefined : { array: rule.array, name: rule.name };
}

async function localChange(
  services: FeatureServices,
  { console, kind }: ChosenPolicy,
  near: string | undefined,
): Promise<MyChange | undefined> {
  const base = await baseDocument(services.syncs.of(console), kind);
  const mine = base && (await readWorkingPolicy(services, console, kind).catch(() => undefined));
  return mine && myChange(kind, base, mine, near);
}

async function chooseEdit(
  policy: string,
  selected: SelectedRule | undefined,
  mine: MyChange | undefined,
): Promise<RemoteEditRequest> {
  const target = selected ? { policy, array: selected.array, rule: selected.name } : { policy };
  const name = selected ? `"${selected.name}"` : vscode.l10n.t('the first rule');
  const items: (vscode.QuickPickItem & { request: RemoteEditRequest })[] = [
    {
      label: vscode.l10n.t('Add a rule'),
      detail: vscode.l10n.t('above the last rule; merges without a conflict'),
      request: { ...(selected ? { policy, array: selected.array } : { policy }), kind: 'add' },
    },
    {
      label: vscode.l10n.t('Move {0}', name),
      detail: vscode.l10n.t('by one position'),
      request: { ...target, kind: 'move' },
    },
    {
      label: vscode.l10n.t('Edit the notes of {0}', name),
      detail: vscode.l10n.t('merges without a conflict, unless you changed them too'),
      request: { ...target, kind: 'edit' },
    },
    ...(mine
      ? [
          {
            label: vscode.l10n.t(
              'Change the same field as you: {0} of "{1}"',
              mine.member.join('.'),
              mine.rule,
            ),
            detail: vscode.l10n.t('a conflict'),
            request: {
              policy,
              kind: 'edit',
              array: mine.array,
              rule: mine.rule,
              member: mine.member,
              excluded: mine.value,
            } satisfies RemoteEditRequest,
          },
        ]
      : []),
    {
      label: vscode.l10n.t('Delete {0}', name),
      detail: vscode.l10n.t('a conflict, if you changed it'),
      request: { ...target, kind: 'delete' },
    },
  ];
  const { request } = await pick(items, {
    placeHolder: vscode.l10n.t('Which change should the simulated colleague make in {0}?', policy),
  });
  return request;
}

function describeEdit({ kind, policy, rule, detail }: RemoteEdit): string {
  const words: Readonly<Record<RemoteEdit['kind'], string>> = {
    add: vscode.l10n.t('A simulated colleague added "{0}" to {1}.', detail, policy),
    move: vscode.l10n.t('A simulated colleague moved "{0}" of {1}: {2}.', rule, policy, detail),
    edit: vscode.l10n.t('A simulated colleague changed {0} of "{1}" in {2}.', detail, rule, policy),
    delete: vscode.l10n.t('A simulated colleague deleted "{0}" of {1}.', rule, policy),
  };
  return vscode.l10n.t('{0} Ordinance refuses a push of {1} until you merge.', words[kind], policy);
}

/** A local change is a field that a colleague can change to a third value. */
interface MyChange {
  readonly array: string;
  readonly rule: string;
  /** The path from the rule to the field. */
  readonly member: readonly string[];
  /** The local value. */
  readonly value: JsonValue;
}

/**
 * Finds a local change of a field that can have a third value, which excludes booleans. Prefers the rule
 * named `near`.
 */
export function myChange(
  kind: PolicyKind,
  base: JsonObject,
  mine: JsonObject,
  near?: string,
): MyChange | undefined {
  const changes = diffPolicies(kind, base, mine).steps.flatMap((step) =>
    step.kind === 'change'
      ? step.fields.flatMap(({ path, before, after }): MyChange[] =>
          after === undefined ||
          typeof after === 'boolean' ||
          before === undefined ||
          !/^\w+(?:\.\w+)*$/.test(path)
            ? []
            : [
                {
                  array: step.array,
                  rule: step.rule,
                  member: path.split('.'),
                  value: valueInRule(path, after),
                },
              ],
        )
      : [],
  );
  const usable = changes.filter(
    ({ member, value }) => !isJsonArray(value) || member.join() === 'collections',
  );
  return usable.find(({ rule }) => rule === near) ?? usable[0];
}

/** The diff has the names of collections; the rule has objects. */
function valueInRule(path: string, value: JsonValue): JsonValue {
  return path === 'collections' && isJsonArray(value)
    ? value.map((name) => (typeof name === 'string' ? fromPlain({ name }) : name))
    : value;
}
