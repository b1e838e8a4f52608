import * as vscode from 'vscode';
import type { JsonValue } from '../../../core/json/json.ts';
import { readApplication, type Application } from '../../../core/posture/application.ts';
import { resourceName, type Resource } from '../../../core/posture/resource.ts';
import { readSettings, severitiesIn, type Setting } from '../../../core/posture/setting.ts';
import { objectOf } from '../../../core/posture/tolerant.ts';
import { ExpectedError, passOnUnexpected } from '../../../core/util/errors.ts';
import { pick } from '../../platform/dialogs.ts';
import { withProgress } from '../../platform/progress.ts';
import type { PostureNode, PostureTree } from '../postureTree.ts';
import type { PostureSource, PostureSources } from '../postureSources.ts';
import type { FeatureServices } from '../../featureServices.ts';
import type { VirtualTexts } from '../../workspace/virtualTexts.ts';
import type { PosturePages } from '../pages/posturePages.ts';
import type { PostureLinks } from '../postureLinks.ts';
import type { PostureReadings } from '../postureReadings.ts';

/** The services of the SaaS posture view that its commands use. */
export interface Posture extends FeatureServices {
  readonly sources: PostureSources;
  readonly readings: PostureReadings;
  readonly links: PostureLinks;
  readonly tree: PostureTree;
  readonly view: vscode.TreeView<PostureNode>;
  readonly pages: PosturePages;
  /** Read-only documents about a service. */
  readonly texts: VirtualTexts;
}

/** The target of a command: the fields of a link on a page, or a row of the tree. */
export interface PostureTarget extends Partial<Pick<PostureNode, 'sourceId' | 'row' | 'parent'>> {
  /** The id of an application, or a name in the catalog where `kind` says so. */
  readonly app?: string;
  /** The id of a setting of the application. */
  readonly setting?: string;
  readonly url?: string;
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

/** The service of the target, the only one, or one that the person chooses. */
export async function chooseSource(
  { sources }: Posture,
  { sourceId = '' }: PostureTarget,
  accept: (source: PostureSource) => boolean = ({ access }) => access === 'ready',
): Promise<PostureSource> {
  const source = sources.get(sourceId);
  if (source) {
    return source;
  }
  const all = sources.sources;
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

/** Shows progress while a command reads, with a way to cancel. */
function whileReading<T>(name: string, read: (signal: AbortSignal) => Promise<T>): Thenable<T> {
  const title = vscode.l10n.t('Reading {0}', name);
  return withProgress({ title }, read);
}

/** The answer for a resource, which is read unless it is known. */
export async function readResource(
  { readings }: Posture,
  sourceId: string,
  resource: Resource,
): Promise<JsonValue> {
  const { value } = await whileReading(resourceName(resource), (signal) =>
    readings.known(sourceId, resource, signal),
  );
  return value;
}

interface ApplicationPosture {
  readonly application: Application;
  readonly settings: readonly Setting[];
  readonly readAt: number;
}

/** An application with its settings, and their severities where its definitions can be read. */
export function readApplicationPosture(
  { readings }: Posture,
  sourceId: string,
  app: string,
  {
    kind = 'configuration',
    isFresh = false,
  }: { readonly kind?: 'configuration' | 'settings'; readonly isFresh?: boolean } = {},
): Thenable<ApplicationPosture> {
  return whileReading(app, async (signal) => {
    const read = (resource: Resource) =>
      isFresh ? readings.fresh(sourceId, resource, signal) : readings.known(sourceId, resource, signal);
    const readOptional = (resource: Resource) =>
      read(resource).catch((error: unknown) => {
        passOnUnexpected(error);
        return undefined;
      });
    const [details, answer] = await Promise.all([
      readOptional({ kind: 'application', app }),
      read({ kind, app }),
    ]);
    const application = (details && readApplication(objectOf(details.value))) ?? {
      id: app,
      name: app,
      missingConfigs: [],
      raw: new Map<string, JsonValue>(),
    };
    const { type } = application;
    const definitions =
      type === undefined ? undefined : await readOptional({ kind: 'definitions', app: type });
    const settings = readSettings(answer.value, severitiesIn(definitions?.value));
    return { application, settings, readAt: answer.readAt };
  });
}
