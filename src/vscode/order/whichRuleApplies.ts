import * as vscode from 'vscode';
import type { KnownResource } from '../../core/order/rulesApplyingTo.ts';
import { resourceText } from '../../core/order/typedResource.ts';
import { policyKind, type PolicyKind, type PolicyName, policyKinds } from '../../core/policy/families.ts';
import { ExpectedError, throwIfCanceled, messageOf, passOnCanceled } from '../../core/util/errors.ts';
import { pick } from '../platform/dialogs.ts';
import { withProgress } from '../platform/progress.ts';
import { askTyping } from '../platform/inputBoxes.ts';
import { openAtRule } from '../targets/showRule.ts';
import { chooseConsole } from '../targets/targets.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import { scopeSourceWords } from '../workspace/scopeSourceWords.ts';
import { policyTarget, targetOf, type Target } from '../workspace/target.ts';
import { decisionRows, type DecisionRow, type PolicyDecisions, type SideDecision } from './decisionRows.ts';
import { resourceSuggestions } from './resourceSuggestions.ts';
import { decisionsIn, isRelevant, sides, type SideName } from '../../core/order/policyDecision.ts';
import type { JsonObject } from '../../core/json/json.ts';
import { readLive } from '../../core/sync/readLive.ts';
import { readWorkingPolicy } from '../workspace/workingCopies.ts';
import type { FeatureServices } from '../featureServices.ts';
import { baseDocument } from '../../core/sync/pull.ts';

/** The memory keeps the last resources under this name, oldest first. */
const recentResources = 'decided-resources';
const maxRecent = 10;

/**
 * Asks for a resource, and shows for each policy of a console the rule that applies to it. `typed` is the first text of the
 * box, for a row of a table that names its resource.
 */
export async function showApplyingRule(
  services: FeatureServices,
  row: unknown,
  typed: unknown,
): Promise<void> {
  const near = targetOf(row) ?? inEditor(services, row);
  const console = await chooseConsole(services, near);
  // The collections are read while a person types.
  const reading = services.lookups.loadCollections(console);
  const resource = await askForResource(services, console, typeof typed === 'string' ? typed : '');
  const policies = await withProgress(
    { title: vscode.l10n.t('Finding the matching rules') },
    async (signal) => {
      await unlessCanceled(reading, signal);
      return decisionsOfSides(services, console, resource, policyOf(near), signal);
    },
  );
  const rows = decisionRows(policies);
  if (rows.length === 0) {
    throw new ExpectedError(
      'nothing-decides',
      vscode.l10n.t('No policy of {0} that was pulled or read covers this resource.', console.entry.name),
      { advice: vscode.l10n.t('Pull policies first, or add more fields of the resource.') },
    );
  }
  const known = await services.lookups.collectionsOf(console);
  const source = await services.lookups.sourceOf(console);
  const tested = testedByAnswer(rows);
  const items: readonly (vscode.QuickPickItem & { readonly row?: DecisionRow })[] = [
    ...rows.map((row) => ({
      label: row.label,
      description: row.description,
      detail: row.detail,
      iconPath: new vscode.ThemeIcon(icons[row.state]),
      row,
    })),
    {
      label: vscode.l10n.t('Add Test…'),
      description:
        tested.length > 1
          ? vscode.l10n.t('for one of {0} policies, or for all of them', tested.length)
          : (tested[0]?.label ?? ''),
      iconPath: new vscode.ThemeIcon('beaker'),
    },
  ];
  const isOfNetwork = policyKind(policyOf(near) ?? '')?.isNetwork === true;
  const chosen = await pick(items, {
    title: vscode.l10n.t('Which rule applies to {0}?', resourceText(resource)),
    placeHolder: [
      ...(known.size > 0
        ? [vscode.l10n.t('Select a row to go to the rule.')]
        : [
            vscode.l10n.t(
              'The contents of the collections of {0} are unknown. Only All counts.',
              console.entry.name,
            ),
          ]),
      ...(isOfNetwork
        ? [vscode.l10n.t('Network rules apply to connections, so they are not included here.')]
        : []),
      ...(known.size > 0 && source.kind === 'file' ? scopeSourceWords(source) : []),
    ].join(' '),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (chosen.row) {
    await goTo(services, console, chosen.row);
  } else {
    await addTestOfAnswer(console, resource, tested);
  }
}

async function unlessCanceled(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  const canceled = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await Promise.race([work, canceled]);
  throwIfCanceled(signal);
}

const icons: Readonly<Record<DecisionRow['state'], string>> = {
  applies: 'law',
  'no-rule': 'circle-slash',
  unknown: 'question',
  problem: 'warning',
};

/** The text of the clipboard. Empty in a browser, where reading asks the person, can fail with a message, and may never end. */
async function quietClipboard(): Promise<string> {
  return vscode.env.uiKind === vscode.UIKind.Desktop ? vscode.env.clipboard.readText() : '';
}

async function askForResource(
  { workspaceMemory }: FeatureServices,
  console: ConsoleHandle,
  value: string,
): Promise<KnownResource> {
  const kept = workspaceMemory.remembered(recentResources).filter((text) => typeof text === 'string');
  const offered = { recent: kept.toReversed(), clipboard: await quietClipboard() };
  const resource = await askTyping({
    title: vscode.l10n.t('Which Rule Applies: {0}', console.entry.name),
    placeholder: vscode.l10n.t('A resource: image=… namespace=… host=… label=…; a single word is an image'),
    value,
    suggest: (text) => resourceSuggestions(text, offered),
  });
  const text = resourceText(resource);
  const others = kept.filter((earlier) => earlier !== text);
  await workspaceMemory.remember(recentResources, [...others, text].slice(-maxRecent));
  return resource;
}

/** Shows a rule of the policy file in its place, and an answer of the base or the live policy as a comparison. */
async function goTo(
  { consoles, documents, targets }: FeatureServices,
  console: ConsoleHandle,
  { kind, side, rule }: DecisionRow,
): Promise<void> {
  const policy = policyTarget({ console, kind });
  const uri = await consoles.findFile(console, kind.name);
  if (side !== 'file') {
    const compare = side === 'base' ? 'ordinance.policy.compareBase' : 'ordinance.policy.compareLive';
    await vscode.commands.executeCommand(uri ? compare : 'ordinance.policy.openLive', policy);
    return;
  }
  if (!uri) {
    return;
  }
  if (rule) {
    // The name detects another rule that has this place now.
    const place = { array: rule.array, index: rule.index, name: rule.name === '' ? undefined : rule.name };
    await targets.rows.revealRow({ ...policy, kind: 'rule', ...place }, 'select');
    await openAtRule(documents, uri, place);
  } else {
    await vscode.window.showTextDocument(uri);
  }
}

/** The policy of the file that a menu passes, or that is in the editor. */
function inEditor({ consoles }: FeatureServices, argument: unknown): Target | undefined {
  const uri = argument instanceof vscode.Uri ? argument : vscode.window.activeTextEditor?.document.uri;
  const place = uri && consoles.policyAt(uri);
  return place && policyTarget(place);
}

function policyOf(target: Target | undefined): PolicyName | undefined {
  return target?.kind === 'policy' || target?.kind === 'rule' ? target.policy : undefined;
}

/** The policies whose file has a certain answer. Without any, the first policy, because its command explains why it gets no test. */
function testedByAnswer(rows: readonly DecisionRow[]): readonly DecisionRow[] {
  const certain = rows.filter(
    ({ side, state }) => side === 'file' && (state === 'applies' || state === 'no-rule'),
  );
  return certain.length > 0 ? certain : rows.slice(0, 1);
}

/** Asks for the policy if there are several; one answer is all of them. */
async function addTestOfAnswer(
  console: ConsoleHandle,
  resource: KnownResource,
  rows: readonly DecisionRow[],
): Promise<void> {
  const chosen = rows.length > 1 ? await whichOf(rows) : rows.map(({ kind }) => kind);
  for (const { name } of chosen) {
    const target = { kind: 'policy', consoleId: console.id, policy: name };
    await vscode.commands.executeCommand('ordinance.policy.addTest', target, resourceText(resource));
  }
}

async function whichOf(rows: readonly DecisionRow[]): Promise<readonly PolicyKind[]> {
  const items: readonly (vscode.QuickPickItem & { readonly kinds: readonly PolicyKind[] })[] = [
    ...rows.map(({ kind, label, description }) => ({ label, description, kinds: [kind] })),
    { label: vscode.l10n.t('All {0} Policies', rows.length), kinds: rows.map(({ kind }) => kind) },
  ];
  const { kinds } = await pick(items, {
    title: vscode.l10n.t('Add Test…'),
    placeHolder: vscode.l10n.t('Add the test to which policy?'),
    matchOnDescription: true,
  });
  return kinds;
}

/**
 * The decisions of the policies of a console for a resource. Includes policies with a condition on the resource, and
 * `asked` as the first. Sends nothing: the live policy is that of the last read in this session.
 */
async function decisionsOfSides(
  services: FeatureServices,
  console: ConsoleHandle,
  resource: KnownResource,
  asked: PolicyName | undefined,
  signal: AbortSignal,
): Promise<readonly PolicyDecisions[]> {
  const collections = await services.lookups.collectionsOf(console);
  const kinds = policyKinds
    .filter((kind) => !kind.isNetwork && (kind.name === asked || isRelevant(kind, resource)))
    .toSorted((a, b) => Number(b.name === asked) - Number(a.name === asked));
  const policies: PolicyDecisions[] = [];
  for (const kind of kinds) {
    const decided: Partial<Record<SideName, SideDecision>> = {};
    for (const side of sides) {
      throwIfCanceled(signal);
      try {
        const document = await documentOf(services, console, kind, side);
        if (document) {
          decided[side] = { decisions: decisionsIn(kind, document, collections, resource) };
        }
      } catch (error) {
        passOnCanceled(error);
        decided[side] = { problem: messageOf(error) };
      }
    }
    if (Object.keys(decided).length > 0) {
      policies.push({ kind, sides: decided });
    }
  }
  return policies;
}

/** Undefined without such a document. */
async function documentOf(
  { consoles, documents, syncs }: FeatureServices,
  console: ConsoleHandle,
  kind: PolicyKind,
  side: SideName,
): Promise<JsonObject | undefined> {
  switch (side) {
    case 'base':
      return baseDocument(syncs.of(console), kind);
    case 'live': {
      const text = syncs.of(console).known.answer(kind.name)?.text;
      return text === undefined ? undefined : (await readLive(kind, text)).document;
    }
    case 'file':
      return readWorkingPolicy({ consoles, documents }, console, kind);
    default:
      return side satisfies never;
  }
}
