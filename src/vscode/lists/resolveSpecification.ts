import * as vscode from 'vscode';
import {
  operationsIn,
  specificationChanges,
  type SpecificationChanges,
  type SpecificationMode,
  withOperations,
  withSpecification,
} from '../../core/consoleFile/apiSpecification.ts';
import {
  arrayAt,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  stringAt,
  sameValue,
} from '../../core/json/json.ts';
import { CanceledError, ExpectedError } from '../../core/util/errors.ts';
import { pick, pickMany, showMessage } from '../platform/dialogs.ts';
import type { ChosenRules } from '../workspace/target.ts';
import { openAtRule } from '../targets/showRule.ts';
import { changing } from '../../core/document/ruleActs.ts';
import { workingText } from '../workspace/textFiles.ts';
import type { FeatureServices } from '../featureServices.ts';

/**
 * The console reads an OpenAPI or Swagger file. The chosen endpoints go into a WAAS rule by one edit of the policy
 * file, and a message shows the changes. Existing endpoints stay unless the person replaces them. Nothing is pushed.
 */
export async function resolveSpecification(
  services: FeatureServices,
  chosenRules: ChosenRules,
  given?: unknown,
): Promise<void> {
  const { uri, array } = chosenRules;
  const policy = services.consoles.policyAt(uri);
  const place = { array, index: chosenRules.rules[0]?.index ?? 0 };
  const rule = await services.ruleEditor.value(uri, place);
  if (!policy?.kind.hasApps || !isJsonObject(rule)) {
    throw new ExpectedError(
      'not-waas',
      vscode.l10n.t('Only rules of WAAS policies take API specifications.'),
    );
  }
  const app = await chooseApp(rule);
  const file = given instanceof vscode.Uri ? given : await askForFile(policy.console.folder.uri);
  const text = (await workingText(file)) ?? '';
  const specification = await services.connections.read(
    policy.console,
    vscode.l10n.t('the API specification'),
    ({ resources }, signal) => resources.apiSpecification.resolve(text, signal),
  );
  const chosen = await chooseOperations(specification);
  // The file may have changed while the console was asked.
  const now = await services.ruleEditor.value(uri, place);
  if (!isJsonObject(now) || stringAt(now, 'name') !== stringAt(rule, 'name')) {
    throw new ExpectedError('changed', vscode.l10n.t('The rule changed. Try again.'));
  }
  const existing = specificationOf(now, app);
  const next = withSpecification(existing, chosen, await chooseMode(existing, chosen));
  const name = stringAt(now, 'name') ?? '';
  if (existing && sameValue(existing, next)) {
    showMessage('info', vscode.l10n.t('Nothing to insert: {0} already has all of it.', name));
    return;
  }
  // A rule that is edited during the questions stays unchanged.
  const to = ruleWith(now, app, next);
  const [at = place] = await services.ruleEditor.act(chosenRules, changing(now, to));
  const edit = services.ruleEditor.edits.at(-1);
  await openAtRule(services.documents, uri, at);
  const compare = (): Promise<void> =>
    services.liveDocuments.compareParts(policy.console, policy.kind.name, {
      name,
      id: 'specification',
      left: now,
      right: to,
      title: vscode.l10n.t('{0}: before ↔ with the API specification', name),
    });
  const changes = changeWords(specificationChanges(existing, next));
  showMessage(
    'info',
    vscode.l10n.t('API specification added to {0}: {1}. Nothing was sent.', name, changes.join('; ')),
    { label: vscode.l10n.t('Compare'), run: compare },
    ...(edit ? [{ label: vscode.l10n.t('Undo'), run: () => services.ruleEditor.undo([edit]) }] : []),
  );
}

/** The index is that of the chosen app; a rule without apps gets index 0. */
async function chooseApp(rule: JsonObject): Promise<number> {
  const items = arrayAt(rule, 'applicationsSpec').flatMap((app, index) =>
    isJsonObject(app) ? [{ label: appName(app, index), index }] : [],
  );
  const [first] = items;
  if (!first || items.length === 1) {
    return first?.index ?? 0;
  }
  return (await pick(items, { placeHolder: vscode.l10n.t('For which app of the rule?') })).index;
}

async function askForFile(folder: vscode.Uri): Promise<vscode.Uri> {
  const [file] =
    (await vscode.window.showOpenDialog({
      defaultUri: folder,
      title: vscode.l10n.t('OpenAPI or Swagger file'),
      openLabel: vscode.l10n.t('Resolve'),
      filters: { [vscode.l10n.t('OpenAPI or Swagger')]: ['yaml', 'yml', 'json'] },
    })) ?? [];
  if (!file) {
    throw new CanceledError();
  }
  return file;
}

/** The list starts with all endpoints chosen. */
async function chooseOperations(specification: JsonObject): Promise<JsonObject> {
  const items = operationsIn(specification).map(({ path, method, parameters }) => ({
    label: `${method} ${path}`,
    description:
      parameters === 1 ? vscode.l10n.t('1 parameter') : vscode.l10n.t('{0} parameters', parameters),
    picked: true,
    path,
    method,
  }));
  if (items.length === 0) {
    throw new ExpectedError('no-endpoints', vscode.l10n.t('The console found no endpoints in this file.'));
  }
  const chosen = await pickMany(items, {
    ignoreFocusOut: true,
    title: vscode.l10n.t('Endpoints the console found'),
    placeHolder: vscode.l10n.t('Which endpoints should be added to the rule?'),
  });
  if (chosen.length === 0) {
    throw new CanceledError();
  }
  return withOperations(specification, ({ path, method }) =>
    chosen.some((item) => item.path === path && item.method === method),
  );
}

/** The message names at most this number of parts; the difference shows all of them. */
const MAX_NAMED = 10;

function appName(app: JsonObject, index: number): string {
  return stringAt(app, 'appID') ?? vscode.l10n.t('App {0}', index + 1);
}

async function chooseMode(existing: JsonObject | undefined, chosen: JsonObject): Promise<SpecificationMode> {
  const isDescribed = existing && ['paths', 'endpoints'].some((key) => arrayAt(existing, key).length > 0);
  if (!isDescribed) {
    return 'add';
  }
  const item = (mode: SpecificationMode, label: string, detail: string) => ({
    label,
    detail,
    description: changeWords(
      specificationChanges(existing, withSpecification(existing, chosen, mode)),
      0,
    ).join(' · '),
    mode,
  });
  const items = [
    item(
      'add',
      vscode.l10n.t('Add Missing Parts'),
      vscode.l10n.t('The content of the rule stays unchanged.'),
    ),
    item(
      'replace',
      vscode.l10n.t('Replace Paths and Endpoints'),
      vscode.l10n.t('The rule gets the paths and endpoints of the file. Its actions stay unchanged.'),
    ),
  ];
  const placeHolder = vscode.l10n.t('The rule has an API specification already');
  return (await pick(items, { placeHolder })).mode;
}

function changeWords({ added, removed, changed }: SpecificationChanges, named = MAX_NAMED): string[] {
  const words = (all: readonly string[], count: (number: number) => string): string[] => {
    const shown = all.slice(0, named).join(', ');
    const more = all.length > named && named > 0 ? ', …' : '';
    return all.length === 0
      ? []
      : [named === 0 ? count(all.length) : `${count(all.length)}: ${shown}${more}`];
  };
  const all = [
    ...words(added, (number) => vscode.l10n.t('{0} added', number)),
    ...words(changed, (number) => vscode.l10n.t('{0} changed', number)),
    ...words(removed, (number) => vscode.l10n.t('{0} removed', number)),
  ];
  return all.length > 0 ? all : [vscode.l10n.t('No path and no endpoint changes.')];
}

function specificationOf(rule: JsonObject, app: number): JsonObject | undefined {
  const value = arrayAt(rule, 'applicationsSpec')[app];
  const existing = isJsonObject(value) ? value.get('apiSpec') : undefined;
  return isJsonObject(existing) ? existing : undefined;
}

function ruleWith(rule: JsonObject, app: number, specification: JsonObject): JsonObject {
  const apps = [...arrayAt(rule, 'applicationsSpec')];
  const before = apps[app];
  apps[app] = isJsonObject(before)
    ? new Map(before).set('apiSpec', specification)
    : new Map<string, JsonValue>([
        ['appID', 'app-1'],
        ['apiSpec', specification],
      ]);
  return new Map(rule).set('applicationsSpec', apps);
}
