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
import {
  chooseSource,
  linkOf,
  nodeOf,
  readApplicationPosture,
  type ApplicationPosture,
} from './postureTarget.ts';
import { postureScheme, type Posture } from '../posture.ts';

/** Copies a setting, or an application with all that failed, as text for a ticket. */
export async function copyMarkdown(posture: Posture, argument?: unknown): Promise<string> {
  const setting = await settingOf(posture, argument);
  const text = setting
    ? settingMarkdown(setting.setting, setting.application)
    : await applicationText(posture, argument);
  await vscode.env.clipboard.writeText(text);
  note(vscode.l10n.t('Copied as Markdown'));
  return text;
}

/** The setting a row or a link is about. */
export async function settingOf(
  posture: Posture,
  argument: unknown,
): Promise<{ readonly setting: Setting; readonly application?: Application } | undefined> {
  const link = linkOf(argument);
  if (link?.app !== undefined && link.setting !== undefined) {
    const { application, settings } = await postureOf(posture, argument, link.app);
    const setting = settings.find(({ id }) => id === link.setting);
    return setting && { setting, application };
  }
  const subject = nodeOf(posture, argument)?.row.subject;
  return subject?.kind === 'setting' ? subject : undefined;
}

async function applicationText(posture: Posture, argument: unknown): Promise<string> {
  const subject = nodeOf(posture, argument)?.row.subject;
  const app = linkOf(argument)?.app ?? (subject?.kind === 'application' ? subject.application.id : undefined);
  if (app === undefined) {
    throw new ExpectedError('nothing-selected', vscode.l10n.t('Select an application or a setting first.'));
  }
  const { application, settings } = await postureOf(posture, argument, app);
  return applicationMarkdown(application, settings);
}

async function postureOf(posture: Posture, argument: unknown, app: string): Promise<ApplicationPosture> {
  const source = await chooseSource(posture, argument);
  return readApplicationPosture(posture, source, app, false);
}

/** Opens where a setting is set, or a ticket, in the browser. Only web addresses are opened. */
export async function browse(posture: Posture, argument?: unknown): Promise<string> {
  const url = nodeOf(posture, argument)?.row.url ?? (await settingOf(posture, argument))?.setting.consoleUrl;
  if (url === undefined || !URL.canParse(url) || !['https:', 'http:'].includes(new URL(url).protocol)) {
    throw new ExpectedError('no-address', vscode.l10n.t('There is no web address for this.'));
  }
  await vscode.env.openExternal(vscode.Uri.parse(url, true));
  return url;
}

/** Shows what the service answered for a row, whole and read-only. */
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
  const { document, resource: own } = nodeOf(posture, argument)?.row ?? {};
  if (document?.value) {
    return { name: document.name, value: document.value };
  }
  const link = linkOf(argument);
  const resource = own ?? resourceOf(link?.kind, link?.app);
  if (!resource) {
    throw new ExpectedError(
      'nothing-selected',
      vscode.l10n.t('First select a row of the SaaS Posture view.'),
    );
  }
  const { value } = await posture.readings.get(sourceId, resource);
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
