import * as vscode from 'vscode';
import { operationsIn, withOperations } from '../../core/consoles/apiSpecification.ts';
import { arrayAt, isJsonObject, stringAt, type JsonObject } from '../../core/json/json.ts';
import { pick, pickMany } from '../platform/dialogs.ts';
import { CanceledError, ExpectedError } from '../../core/util/errors.ts';
import { readTextFile } from '../workspace/textFiles.ts';
import type { ChosenRules } from '../targets/chooseRules.ts';
import type { ConsoleRegistry } from '../workspace/consoleRegistry.ts';
import type { ConsoleConnections } from '../connection/consoleConnections.ts';
import { appName, insertSpecification, type SpecificationServices } from './insertSpecification.ts';
import { reading } from '../connection/reading.ts';

/**
 * Has the console read an OpenAPI or Swagger file, shows the endpoints found, and puts the chosen ones into a WAAS rule: one
 * edit of the working copy, nothing is sent to the policy.
 */
export async function resolveSpecification(
  services: SpecificationServices & {
    readonly consoles: ConsoleRegistry;
    readonly connections: ConsoleConnections;
  },
  { uri, array, indices }: ChosenRules,
  given?: unknown,
): Promise<void> {
  const policy = services.consoles.policyAt(uri);
  const place = { array, index: indices[0] ?? 0 };
  const rule = await services.ruleEditor.value(uri, place);
  if (!policy?.ref.policy.startsWith('waas/') || !isJsonObject(rule)) {
    throw new ExpectedError(
      'not-waas',
      vscode.l10n.t('Only rules of WAAS policies take API specifications.'),
    );
  }
  const app = await chooseApp(rule);
  const file = given instanceof vscode.Uri ? given : await askForFile(policy.console.folder.uri);
  const text = (await readTextFile(file))?.text ?? '';
  const found = await reading(
    services.connections,
    policy.console,
    vscode.l10n.t('the API specification'),
    (resources, signal) => resources.apiSpecification.resolve(text, signal),
  );
  const chosen = await chooseOperations(found);
  // The file may have changed while the console was asked.
  const now = await services.ruleEditor.value(uri, place);
  if (!isJsonObject(now) || stringAt(now, 'name') !== stringAt(rule, 'name')) {
    throw new ExpectedError('changed', vscode.l10n.t('The rule changed. Try again.'));
  }
  await insertSpecification(services, { uri, place, policy, rule: now, app }, chosen);
}

/** Index of the app; the one behind the last when there is none. */
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

/** All endpoints are chosen to begin with. */
async function chooseOperations(found: JsonObject): Promise<JsonObject> {
  const items = operationsIn(found).map(({ path, method, parameters }) => ({
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
  const keyOf = (one: { readonly path: string; readonly method: string }): string =>
    JSON.stringify([one.path, one.method]);
  const kept = new Set(chosen.map(keyOf));
  return withOperations(found, (one) => kept.has(keyOf(one)));
}
