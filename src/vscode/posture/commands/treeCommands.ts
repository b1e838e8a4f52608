import * as vscode from 'vscode';
import { askText } from '../../platform/inputBoxes.ts';
import { ExpectedError } from '../../../core/util/errors.ts';
import type { PostureNode } from '../postureTree.ts';
import { chooseSource, readApplicationPosture, targetOf, type PostureTarget } from './postureTarget.ts';
import type { Posture } from '../posture.ts';

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
