import * as vscode from 'vscode';
import type { Spelling } from '../../../core/policy/policyFile.ts';
import { applicationMarkdown, settingMarkdown } from '../../../core/posture/markdown.ts';
import { resourceName, resourceOf } from '../../../core/posture/resource.ts';
import { note } from '../../platform/dialogs.ts';
import { ExpectedError } from '../../../core/util/errors.ts';
import { asSegment } from '../../workspace/liveDocuments.ts';
import { writeValueText } from '../../../core/document/updatedText.ts';
import {
  type Posture,
  chooseSource,
  readApplicationPosture,
  readResource,
  type PostureTarget,
  targetOf,
} from './postureTarget.ts';
import { askText } from '../../platform/inputBoxes.ts';
import type { PostureNode } from '../postureTree.ts';

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
    writeValueText(value, spelling),
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

/** Reads a row again: its own answer, or the one that it is part of. Reads an application and the top with everything below. */
export async function refresh(posture: Posture, argument?: unknown): Promise<void> {
  const { sources, readings } = posture;
  // The title of the view has no row.
  let target: PostureTarget | undefined = argument === undefined ? {} : targetOf(posture, argument);
  const { sourceId } = target;
  if (sourceId === undefined) {
    await sources.reload();
    sources.sources.forEach(({ id }) => readings.forget(id));
    return;
  }
  for (; target; target = target.parent) {
    const { row } = target;
    const resources = (row?.parts ?? [row]).flatMap((part) => part?.resource ?? []);
    if (resources.length > 0) {
      resources.forEach((resource) => readings.forget(sourceId, resource));
      return;
    }
  }
  readings.forget(sourceId);
}

/** Shows only the applications, or entries of the catalog, whose name has this text. */
export async function filter(posture: Posture, target: PostureTarget): Promise<void> {
  const list = target.row?.resource?.kind === 'applications' ? 'applications' : 'catalog';
  const source = await chooseSource(posture, target);
  const text = await askText({
    title: list === 'applications' ? vscode.l10n.t('Filter Applications') : vscode.l10n.t('Filter Catalog'),
    prompt: vscode.l10n.t('Part of a name; empty shows all'),
    value: posture.tree.filterOf(source.id, list),
  });
  posture.tree.setFilter(source.id, list, text);
}

/** Names an integration by hand: the service has no list of them. */
export async function addIntegration(posture: Posture, target: PostureTarget): Promise<void> {
  const source = await chooseSource(posture, target);
  const integration = await ask(vscode.l10n.t('Add Integration'), vscode.l10n.t('Id of the integration'));
  const ticketing = await ask(
    vscode.l10n.t('Add Integration'),
    vscode.l10n.t('The type, as the service names it'),
    'JIRA_TICKETING',
  );
  posture.links.add(source.id, { kind: 'projects', integration, ticketing });
}

/** Names an issue of an integration by hand, once the service has answered for it, and shows its row. */
export async function addIssue(posture: Posture, { sourceId, row }: PostureTarget): Promise<void> {
  if (sourceId === undefined || row?.resource?.kind !== 'projects') {
    throw new ExpectedError('nothing-selected', vscode.l10n.t('Select an integration first.'));
  }
  const key = await ask(vscode.l10n.t('Add Issue'), vscode.l10n.t('Key of the issue'));
  // The service may have got the issue after an earlier failure.
  const issue = { ...row.resource, kind: 'issue', key } as const;
  await posture.readings.fresh(sourceId, issue);
  posture.links.add(sourceId, issue);
  // Where the service names the project of the issue, the row is below the project.
  const project = key.slice(0, Math.max(0, key.lastIndexOf('-')));
  const keys = ['integrations', row.key];
  const added =
    (await posture.tree.nodeAt(sourceId, ...keys, `issue ${key}`)) ??
    (await posture.tree.nodeAt(sourceId, ...keys, `project ${project}`, `issue ${key}`));
  if (added) {
    await show(posture, added);
  }
}

/** Removes an issue or an integration from the list of links. The service keeps it. */
export function removeLink(posture: Posture, { sourceId, row }: PostureTarget): void {
  const link = row?.resource;
  if (sourceId === undefined || (link?.kind !== 'projects' && link?.kind !== 'issue')) {
    throw new ExpectedError('nothing-selected', vscode.l10n.t('Select an issue or an integration first.'));
  }
  posture.links.remove(sourceId, link);
}

/** Shows the row of an application, or of one of its settings, with the control or ticket of a link. */
export async function reveal(posture: Posture, target: PostureTarget): Promise<PostureNode | undefined> {
  const source = await chooseSource(posture, target);
  const { app, setting: id, control, ticket } = target;
  if (app === undefined) {
    return undefined;
  }
  const keys = ['applications', `application ${app}`];
  if (id !== undefined) {
    const { settings } = await readApplicationPosture(posture, source.id, app);
    const setting = settings.find((candidate) => candidate.id === id);
    keys.push('configuration', `category ${setting?.category ?? ''}`, id);
  }
  if (control !== undefined) {
    keys.push(`control ${control}`);
  } else if (ticket !== undefined) {
    keys.push(`issue ${ticket}`);
  }
  const node = await posture.tree.nodeAt(source.id, ...keys);
  if (node) {
    await show(posture, node);
  }
  return node;
}

async function show({ view }: Posture, node: PostureNode): Promise<void> {
  await view.reveal(node, { select: true, focus: true, expand: true });
}

async function ask(title: string, prompt: string, value = ''): Promise<string> {
  return askText({
    title,
    prompt,
    value,
    validate: (typed) => (typed === '' ? vscode.l10n.t('This cannot be empty.') : undefined),
  });
}
