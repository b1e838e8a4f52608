import * as vscode from 'vscode';
import { askText } from '../../platform/dialogs.ts';
import { ExpectedError } from '../../../core/util/errors.ts';
import type { PostureNode } from '../postureTree.ts';
import { applicationPosture, chooseSource, linkOf, nodeOf } from './postureTarget.ts';
import type { Posture } from '../posture.ts';

/** Reads a row again: its own answer, or the one it is part of; an application and the top with all that is below. */
export async function refresh(posture: Posture, argument?: unknown): Promise<void> {
  let node = argument === undefined ? undefined : nodeOf(posture, argument);
  if (!node) {
    await posture.sources.reload();
    for (const { id } of posture.sources.sources) {
      posture.readings.forget(id);
    }
    return;
  }
  const { sourceId } = node;
  for (; node; node = node.parent) {
    const { row } = node;
    const read = (row.parts ?? [row]).flatMap(({ resource }) => resource ?? []);
    if (read.length > 0) {
      read.forEach((resource) => posture.readings.forget(sourceId, resource));
      return;
    }
  }
  posture.readings.forget(sourceId);
}

/** Cancels what is being read. */
export function stop(posture: Posture): void {
  posture.readings.stop();
}

/** Shows only the applications, or entries of the catalog, whose name has this text. */
export async function filter(posture: Posture, argument?: unknown): Promise<void> {
  const node = nodeOf(posture, argument);
  const kind = node?.row.subject?.kind;
  const list = kind === 'applications' ? 'applications' : 'catalog';
  const source = await chooseSource(posture, argument);
  const text = await askText({
    title: list === 'applications' ? vscode.l10n.t('Filter Applications') : vscode.l10n.t('Filter Catalog'),
    prompt: vscode.l10n.t('Part of a name; empty shows all'),
    value: posture.tree.filterOf(source.id, list),
  });
  posture.tree.setFilter(source.id, list, text.trim());
}

/** Names an integration by hand: the service has no list of them. */
export async function addIntegration(posture: Posture, argument?: unknown): Promise<void> {
  const source = await chooseSource(posture, argument);
  const id = await ask(vscode.l10n.t('Add Integration'), vscode.l10n.t('Id of the integration'));
  const ticketing = await ask(
    vscode.l10n.t('Add Integration'),
    vscode.l10n.t('The type, as the service names it'),
    'JIRA_TICKETING',
  );
  posture.links.add(source.id, { kind: 'integration', id, ticketing });
}

/** Names an issue of an integration by hand, once the service has answered for it, and shows its row. */
export async function addIssue(posture: Posture, argument?: unknown): Promise<void> {
  const node = nodeOf(posture, argument);
  const subject = node?.row.subject;
  if (!node || subject?.kind !== 'integration') {
    throw new ExpectedError('nothing-selected', vscode.l10n.t('Select an integration first.'));
  }
  const { integration } = subject;
  const key = await ask(vscode.l10n.t('Add Issue'), vscode.l10n.t('Key of the issue'));
  const { id, ticketing } = integration;
  // An earlier failure says nothing about an issue that exists by now.
  await posture.readings.fresh(
    node.sourceId,
    { kind: 'issue', integration: id, ticketing, key },
    new AbortController().signal,
  );
  posture.links.add(node.sourceId, { ...integration, kind: 'issue', key });
  // Its project has it below, where the service names the project.
  const project = key.slice(0, Math.max(0, key.lastIndexOf('-')));
  const { tree } = posture;
  const added =
    (await tree.childOf(node, `issue ${key}`)) ??
    (await tree.childOf(node, `project ${project}`, `issue ${key}`));
  if (added) {
    await show(posture, added);
  }
}

/** Takes an issue, an integration or a control from the list that is kept here. The service keeps it. */
export function removeLink(posture: Posture, argument?: unknown): void {
  const node = nodeOf(posture, argument);
  const link = node?.row.link;
  if (!node || !link) {
    throw new ExpectedError('nothing-selected', vscode.l10n.t('Select an issue or an integration first.'));
  }
  posture.links.remove(node.sourceId, link);
}

/** Shows the row of an application, or of one of its settings, with the control or ticket a link names. */
export async function reveal(posture: Posture, argument?: unknown): Promise<PostureNode | undefined> {
  const source = await chooseSource(posture, argument);
  const link = linkOf(argument);
  if (link?.app === undefined) {
    return undefined;
  }
  const keys = ['applications', `application ${link.app}`];
  if (link.setting !== undefined) {
    const { settings } = await applicationPosture(posture, source, link.app, {
      fresh: false,
      signal: new AbortController().signal,
    });
    const setting = settings.find(({ id }) => id === link.setting);
    keys.push('configuration', `category ${setting?.category ?? ''}`, link.setting);
  }
  if (link.control !== undefined) {
    keys.push(`control ${link.control}`);
  } else if (link.ticket !== undefined) {
    keys.push(`issue ${link.ticket}`);
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
  const text = await askText({
    title,
    prompt,
    value,
    validate: (typed) => (typed.trim() === '' ? vscode.l10n.t('This cannot be empty.') : undefined),
  });
  return text.trim();
}
