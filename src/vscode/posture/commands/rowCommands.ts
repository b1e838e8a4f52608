import * as vscode from 'vscode';
import type { Spelling } from '../../../core/policy/policyFile.ts';
import { applicationMarkdown, settingMarkdown } from '../../../core/posture/markdown.ts';
import { resourceName, resourceOf } from '../../../core/posture/resource.ts';
import { note } from '../../platform/dialogs.ts';
import { ExpectedError } from '../../../core/util/errors.ts';
import { asSegment } from '../../workspace/liveDocuments.ts';
import { resourceText } from '../../workspace/resourceText.ts';
import type { Posture } from '../posture.ts';
import { chooseSource, readApplicationPosture, readResource, type PostureTarget } from './postureTarget.ts';

/** Copies a setting, or an application with its failed settings, as text for a ticket. */
export async function copyMarkdown(posture: Posture, target: PostureTarget): Promise<string> {
  const text = await markdownOf(posture, target);
  await vscode.env.clipboard.writeText(text);
  note(vscode.l10n.t('Copied as Markdown'));
  return text;
}

async function markdownOf(posture: Posture, target: PostureTarget): Promise<string> {
  const { row, app = row?.application?.id } = target;
  if (row?.setting) {
    return settingMarkdown(row.setting, row.application);
  }
  if (app === undefined) {
    throw new ExpectedError('nothing-selected', vscode.l10n.t('Select an application or a setting first.'));
  }
  const source = await chooseSource(posture, target);
  const { application, settings } = await readApplicationPosture(posture, source.id, app);
  const setting = settings.find(({ id }) => id === target.setting);
  return setting ? settingMarkdown(setting, application) : applicationMarkdown(application, settings);
}

/** Opens the place of a setting, or a ticket, in the browser. Only web addresses are opened. */
export async function browse(_: Posture, { row, url = row?.url }: PostureTarget): Promise<string> {
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
  target: PostureTarget,
): Promise<vscode.Uri> {
  const source = await chooseSource(posture, target);
  const { document, resource = resourceOf(target) } = target.row ?? {};
  const value = document?.value ?? (resource && (await readResource(posture, source.id, resource)));
  if (value === undefined) {
    throw new ExpectedError(
      'nothing-selected',
      vscode.l10n.t('First select a row of the SaaS Posture view.'),
    );
  }
  const name = document?.name ?? (resource ? resourceName(resource) : '');
  return showText(
    posture,
    source.console.entry.name,
    { name, extension: spelling },
    resourceText(value, spelling),
  );
}

/** Shows a read-only document about the service of a console. The path has only a part of a long name. */
export async function showText(
  { texts }: Posture,
  console: string,
  { name, extension }: { readonly name: string; readonly extension: string },
  text: string,
): Promise<vscode.Uri> {
  const path = `/${console}/${asSegment(name)}.${extension}`;
  const uri = vscode.Uri.from({ scheme: texts.scheme, path, query: name });
  await texts.show(uri, text, { preview: true });
  return uri;
}
