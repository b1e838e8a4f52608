import { readApplications } from '../../core/posture/application.ts';
import { readSettings, severitiesIn, type Severity } from '../../core/posture/setting.ts';
import { snapshotApplication, type PostureSnapshot } from '../../core/posture/snapshot.ts';
import { mapConcurrent } from '../../core/util/concurrency.ts';
import { isExpected, passOnUnexpected, type ExpectedError } from '../../core/util/errors.ts';
import { withinOperation } from '../../core/util/operation.ts';
import type { PostureReadings } from './postureReadings.ts';

/** Requests in flight at the same time while a whole tenant is read. */
export const requestsInFlight = 4;

/**
 * Reads every application with its settings, and the definitions of each product once for the severities, at most
 * `requestsInFlight` requests at a time. An application that cannot be read is kept with the reason. Rejects when the list
 * of applications cannot be read, and when it is canceled. `onProgress` gets the number of finished requests, and of all.
 */
export function readTenant(
  readings: PostureReadings,
  source: { readonly id: string; readonly name: string },
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
): Promise<PostureSnapshot> {
  return withinOperation(async () => {
    const takenAt = new Date().toISOString();
    const list = await readings.fresh(source.id, { kind: 'applications' }, signal);
    const applications = readApplications(list.value);
    const types = [...new Set(applications.flatMap(({ type }) => type ?? []))];
    const total = applications.length + types.length;
    let done = 0;
    const read = async (kind: 'configuration' | 'definitions', app: string) => {
      const answer = await readings.freshOnce(source.id, { kind, app }, signal).catch(expectedFailure);
      onProgress(++done, total);
      return answer;
    };
    const severities = new Map<string, ReadonlyMap<string, Severity>>();
    const readDefinitions = async (app: string): Promise<void> => {
      const answer = await read('definitions', app);
      // The outcomes are useful also without severities.
      if (!isExpected(answer)) {
        severities.set(app, severitiesIn(answer.value));
      }
    };
    await mapConcurrent(types, requestsInFlight, readDefinitions, signal);
    const rows = await mapConcurrent(
      applications,
      requestsInFlight,
      async (application) => {
        const answer = await read('configuration', application.id);
        return isExpected(answer)
          ? snapshotApplication(application, undefined, answer.message)
          : snapshotApplication(
              application,
              readSettings(answer.value, severities.get(application.type ?? '')),
            );
      },
      signal,
    );
    return { console: source.name, takenAt, applications: rows };
  });
}

/** An expected failure as a value, so that the other applications are still read. */
function expectedFailure(error: unknown): ExpectedError {
  passOnUnexpected(error);
  return error;
}
