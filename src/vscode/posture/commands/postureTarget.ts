import * as vscode from 'vscode';
import { pick } from '../../platform/dialogs.ts';
import { ExpectedError } from '../../../core/util/errors.ts';
import type { PostureNode } from '../postureTree.ts';
import type { PostureSource } from '../postureSources.ts';
import type { Posture } from '../posture.ts';

/** The target of a command: the fields of a link on a page, or a row of the tree. */
export interface PostureTarget extends Partial<Pick<PostureNode, 'sourceId' | 'row' | 'parent'>> {
  /** The id of an application, or a name in the catalog where `kind` says so. */
  readonly app?: string;
  /** The id of a setting of the application. */
  readonly setting?: string;
  readonly control?: string;
  readonly ticket?: string;
  /** A kind of resource, or `tenant`. */
  readonly kind?: string;
  /** Ordinance reads the application again. */
  readonly fresh?: boolean;
}

/** The target of the argument of a command; without an argument, the selected row. */
export function targetOf({ view }: Posture, argument: unknown): PostureTarget {
  if (typeof argument === 'object' && argument !== null) {
    return argument;
  }
  // A command does not act on a row that is out of sight.
  return (view.visible ? view.selection[0] : undefined) ?? {};
}

/** The service of the argument, of the selected row, the only one, or one that the person chooses. */
export async function chooseSource(
  posture: Posture,
  argument: unknown,
  accept: (source: PostureSource) => boolean = ({ access }) => access === 'ready',
): Promise<PostureSource> {
  const { sourceId } = targetOf(posture, argument);
  const source = sourceId === undefined ? undefined : posture.sources.get(sourceId);
  if (source) {
    return source;
  }
  const all = posture.sources.sources;
  const accepted = all.filter(accept);
  const candidates = accepted.length > 0 ? accepted : all;
  const [only] = candidates;
  if (!only) {
    throw new ExpectedError('no-sspm', vscode.l10n.t('No console has an SSPM service.'), {
      advice: vscode.l10n.t('Write its address as sspmUrl of a console in ordinance.yaml.'),
    });
  }
  if (candidates.length === 1) {
    return only;
  }
  const items = candidates.map((candidate) => ({
    label: candidate.console.entry.name,
    description: candidate.sspmUrl,
    source: candidate,
  }));
  return (await pick(items, { placeHolder: vscode.l10n.t('Which SSPM service?') })).source;
}

/** The service of a page by its name. Fails for a page from before a window reload when Ordinance cannot read the service. */
export async function sourceOfPage(
  { consoles, sources }: Posture,
  id = '',
  isAsked: boolean,
): Promise<PostureSource> {
  await consoles.whenFound;
  await sources.reload();
  const source = sources.get(id);
  const reason = sources.staleReason(id);
  if (!source || (reason !== undefined && !isAsked)) {
    throw new ExpectedError('not-reopened', reason ?? id);
  }
  return source;
}
