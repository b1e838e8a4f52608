import * as vscode from 'vscode';
import type { JsonValue } from '../../../core/json/json.ts';
import type { Spelling } from '../../../core/policy/policyFile.ts';
import type { Application } from '../../../core/posture/application.ts';
import { applicationMarkdown, settingMarkdown } from '../../../core/posture/markdown.ts';
import { resourceName, resourceOf } from '../../../core/posture/resource.ts';
import type { Setting } from '../../../core/posture/setting.ts';
import { note } from '../../platform/dialogs.ts';
import { ExpectedError } from '../../../core/util/errors.ts';
import { resourceText } from '../../workspace/resourceText.ts';
import { chooseSource, targetOf } from './postureTarget.ts';
import { readApplicationPosture, readResource } from './readForCommand.ts';
import { postureScheme, type Posture } from '../posture.ts';

/** Copies a setting, or an application with its failed settings, as text for a ticket. */
export async function copyMarkdown(posture: Posture, argument?: unknown): Promise<string> {
  const about = await settingOf(posture, argument);
  const text = about
    ? settingMarkdown(about.setting, about.application)
    : await applicationText(posture, argument);
  await vscode.env.clipboard.writeText(text);
  note(vscode.l10n.t('Copied as Markdown'));
  return text;
}

/** The setting of a row or a link. */
async function settingOf(
  posture: Posture,
  argument: unknown,
): Promise<{ readonly setting: Setting; readonly application?: Application | undefined } | undefined> {
  const { row, app, setting: id } = targetOf(posture, argument);
  if (row?.setting) {
    return { setting: row.setting, application: row.application };
  }
  if (app === undefined || id === undefined) {
    return undefined;
  }
  const source = await chooseSource(posture, argument);
  const { application, settings } = await readApplicationPosture(posture, source.id, app);
  const setting = settings.find((candidate) => candidate.id === id);
  return setting && { setting, application };
}

async function applicationText(posture: Posture, argument: unknown): Promise<string> {
  const target = targetOf(posture, argument);
  const app = target.app ?? target.row?.application?.id;
  if (app === undefined) {
    throw new ExpectedError('nothing-selected', vscode.l10n.t('Select an application or a setting first.'));
  }
  const source = await chooseSource(posture, argument);
  const { application, settings } = await readApplicationPosture(posture, source.id, app);
  return applicationMarkdown(application, settings);
}

/** Opens the place of a setting, or a ticket, in the browser. Only web addresses are opened. */
export async function browse(posture: Posture, argument?: unknown): Promise<string> {
  const url =
    targetOf(posture, argument).row?.url ?? (await settingOf(posture, argument))?.setting.consoleUrl;
  if (url === undefined || !URL.canParse(url) || !['https:', 'http:'].includes(new URL(url).protocol)) {
    throw new ExpectedError('no-address', vscode.l10n.t('There is no web address for this.'));
  }
  await vscode.env.openExternal(vscode.Uri.parse(url, true));
  return url;
}

/** Shows the whole answer of the service for a row, read-only. */
export async function openDocument(
  posture: Posture,
  spelling: Spelling,
  argument?: unknown,
): Promise<vscode.Uri> {
  const source = await chooseSource(posture, argument);
  const { name, value } = await documentOf(posture, argument, source.id);
  const text = resourceText(value, spelling);
  return showText(posture, source.console.entry.name, `${name}.${spelling}`, text);
}

async function documentOf(
  posture: Posture,
  argument: unknown,
  sourceId: string,
): Promise<{ readonly name: string; readonly value: JsonValue }> {
  const target = targetOf(posture, argument);
  const { row } = target;
  const document = row?.document;
  if (document?.value) {
    return { name: document.name, value: document.value };
  }
  const resource = row?.resource ?? resourceOf(target);
  if (!resource) {
    throw new ExpectedError(
      'nothing-selected',
      vscode.l10n.t('First select a row of the SaaS Posture view.'),
    );
  }
  const value = await readResource(posture, sourceId, resource);
  return { name: document?.name ?? resourceName(resource), value };
}

/** Shows a read-only document about the service of a console. */
export async function showText(
  { texts }: Posture,
  console: string,
  file: string,
  text: string,
): Promise<vscode.Uri> {
  const uri = vscode.Uri.from({ scheme: postureScheme, path: `/${asSegment(console)}/${asSegment(file)}` });
  await texts.show(uri, text, { preview: true });
  return uri;
}

function asSegment(name: string): string {
  return (
    name
      .replaceAll(/[/\\?#%\s]+/g, ' ')
      .trim()
      .slice(-120) || '-'
  );
}
