import * as vscode from 'vscode';
import type { JsonValue } from '../../../core/json/json.ts';
import { readApplication, type Application } from '../../../core/posture/application.ts';
import type { Resource } from '../../../core/posture/resource.ts';
import { readSettings, severitiesIn, type Setting } from '../../../core/posture/setting.ts';
import { objectOf } from '../../../core/posture/tolerant.ts';
import { pick } from '../../platform/dialogs.ts';
import { withProgress } from '../../platform/progress.ts';
import { ExpectedError } from '../../../core/util/errors.ts';
import type { PostureNode } from '../postureTree.ts';
import type { PostureSource } from '../postureSources.ts';
import type { Posture } from '../posture.ts';

/** The target of a link on a page, or of a test. Tree rows are arguments, too. */
export interface PostureLink {
  readonly sourceId: string;
  /** An application's id, or a catalog name where `kind` says so. */
  readonly app?: string | undefined;
  /** Id of a setting of the application. */
  readonly setting?: string;
  readonly control?: string;
  readonly ticket?: string;
  readonly kind?: string;
  /** Read anew. */
  readonly fresh?: boolean;
}

export function nodeOf(posture: Posture, argument: unknown): PostureNode | undefined {
  if (isObject(argument)) {
    return 'row' in argument ? (argument as unknown as PostureNode) : undefined;
  }
  // A command may not act on what nobody sees.
  return posture.view.visible ? posture.view.selection[0] : undefined;
}

export function linkOf(argument: unknown): PostureLink | undefined {
  return isObject(argument) && !('row' in argument) && typeof argument['sourceId'] === 'string'
    ? (argument as unknown as PostureLink)
    : undefined;
}

/** The service of the argument, of the selected row, the only one, or one that is asked for. */
export async function chooseSource(
  posture: Posture,
  argument: unknown,
  accept: (source: PostureSource) => boolean = ({ access }) => access === 'ready',
): Promise<PostureSource> {
  const named = linkOf(argument)?.sourceId ?? nodeOf(posture, argument)?.sourceId;
  const source = named === undefined ? undefined : posture.sources.get(named);
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
  const items = candidates.map((each) => ({
    label: each.console.entry.name,
    description: each.sspmUrl,
    source: each,
  }));
  return (await pick(items, { placeHolder: vscode.l10n.t('Which SSPM service?') })).source;
}

/** The service of a page by its name. A page of before a reload of the window fails where the service cannot be read. */
export async function sourceOfPage(
  { consoles, sources, standing }: Posture,
  id = '',
  isAsked: boolean,
): Promise<PostureSource> {
  await consoles.whenFound;
  await sources.reload();
  const source = sources.get(id);
  const reason = standing(id);
  if (!source || (reason !== undefined && !isAsked)) {
    throw new ExpectedError('not-reopened', reason ?? id);
  }
  return source;
}

export interface ApplicationPosture {
  readonly source: PostureSource;
  readonly application: Application;
  readonly settings: readonly Setting[];
  readonly readAt: number;
}

/** Reads an application, with progress and a way to give up. */
export function readApplicationPosture(
  posture: Posture,
  source: PostureSource,
  app: string,
  fresh: boolean,
): Thenable<ApplicationPosture> {
  return withProgress(
    { title: vscode.l10n.t('Reading {0}', app), location: 'notification', cancellable: true },
    (signal) => applicationPosture(posture, source, app, { fresh, signal }),
  );
}

/** An application with its settings, and their severities where its definitions can be read. */
export async function applicationPosture(
  posture: Posture,
  source: PostureSource,
  app: string,
  { fresh, signal }: { readonly fresh: boolean; readonly signal: AbortSignal },
): Promise<ApplicationPosture> {
  const read = async (resource: Resource) => {
    const known = fresh ? undefined : posture.readings.peek(source.id, resource);
    return known ?? posture.readings.fresh(source.id, resource, signal);
  };
  const [details, configuration] = await Promise.all([
    read({ kind: 'application', app }),
    read({ kind: 'configuration', app }),
  ]);
  const application = readApplication(objectOf(details.value)) ?? {
    id: app,
    name: app,
    missingConfigs: [],
    raw: new Map<string, JsonValue>(),
  };
  const { type } = application;
  const definitions =
    type === undefined
      ? undefined
      : await read({ kind: 'definitions', app: type }).catch((error: unknown) => {
          if (error instanceof ExpectedError) {
            return undefined;
          }
          throw error;
        });
  const severities = definitions && severitiesIn(definitions.value);
  const settings = readSettings(configuration.value, severities);
  return { source, application, settings, readAt: configuration.readAt };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
