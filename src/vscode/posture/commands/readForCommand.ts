import * as vscode from 'vscode';
import type { JsonValue } from '../../../core/json/json.ts';
import { readApplication, type Application } from '../../../core/posture/application.ts';
import { resourceName, type Resource } from '../../../core/posture/resource.ts';
import { readSettings, severitiesIn, type Setting } from '../../../core/posture/setting.ts';
import { objectOf } from '../../../core/posture/tolerant.ts';
import { passOnUnexpected } from '../../../core/util/errors.ts';
import { withProgress } from '../../platform/progress.ts';
import type { Posture } from '../posture.ts';

/** Shows progress while a command reads, with a way to cancel. */
function whileReading<T>(name: string, read: (signal: AbortSignal) => Promise<T>): Thenable<T> {
  const title = vscode.l10n.t('Reading {0}', name);
  return withProgress({ title, location: 'notification', cancellable: true }, read);
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

export interface ApplicationPosture {
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
