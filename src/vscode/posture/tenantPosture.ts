import { readApplications } from '../../core/posture/application.ts';
import { readSettings, severitiesIn, type Severity } from '../../core/posture/setting.ts';
import { snapshotApplication, type PostureSnapshot } from '../../core/posture/snapshot.ts';
import { mapConcurrent } from '../../core/util/concurrency.ts';
import { isExpected } from '../../core/util/errors.ts';
import { withinOperation } from '../../core/util/operation.ts';
import type { PostureReadings } from './postureReadings.ts';

/** Requests in flight at the same time while a whole tenant is read. */
export const requestsInFlight = 4;

export interface TenantOptions {
  readonly signal: AbortSignal;
  /** Applications done, and of how many. */
  readonly onProgress: (done: number, total: number) => void;
}

/**
 * Reads every application with its settings, and the definitions of each product once for the severities, at most
 * `requestsInFlight` requests at a time. An application that cannot be read is kept with the reason. Rejects when the list
 * of applications cannot be read, and when it is canceled.
 */
export function readTenant(
  readings: PostureReadings,
  source: { readonly id: string; readonly name: string },
  options: TenantOptions,
): Promise<PostureSnapshot> {
  return withinOperation(() => readAll(readings, source, options));
}

async function readAll(
  readings: PostureReadings,
  source: { readonly id: string; readonly name: string },
  { signal, onProgress }: TenantOptions,
): Promise<PostureSnapshot> {
  const takenAt = new Date().toISOString();
  const list = await readings.fresh(source.id, { kind: 'applications' }, signal);
  const applications = readApplications(list.value);
  const types = [...new Set(applications.flatMap(({ type }) => type ?? []))];
  const total = applications.length + types.length;
  let done = 0;
  const step = (): void => onProgress(++done, total);
  const severities = new Map<string, ReadonlyMap<string, Severity>>();
  await mapConcurrent(
    types,
    requestsInFlight,
    async (app) => {
      // Without definitions the outcomes are still worth showing.
      const known = await orReason(readings.fresh(source.id, { kind: 'definitions', app }, signal));
      if (known.kind === 'value') {
        severities.set(app, severitiesIn(known.value.value));
      }
      step();
    },
    signal,
  );
  const rows = await mapConcurrent(
    applications,
    requestsInFlight,
    async (application) => {
      const read = await orReason(
        readings.fresh(source.id, { kind: 'configuration', app: application.id }, signal),
      );
      step();
      return read.kind === 'value'
        ? snapshotApplication(
            application,
            readSettings(read.value.value, severities.get(application.type ?? '')),
          )
        : snapshotApplication(application, undefined, read.reason);
    },
    signal,
  );
  return { console: source.name, takenAt, applications: rows };
}

/** One application that may not be read leaves the others. */
async function orReason<T>(
  work: Promise<T>,
): Promise<
  { readonly kind: 'value'; readonly value: T } | { readonly kind: 'failed'; readonly reason: string }
> {
  try {
    return { kind: 'value', value: await work };
  } catch (error) {
    if (isExpected(error)) {
      return { kind: 'failed', reason: error.message };
    }
    throw error;
  }
}
