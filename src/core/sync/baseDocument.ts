import type { JsonObject } from '../json/json.ts';
import type { PolicyKind } from '../policy/families.ts';
import type { SyncContext } from './syncContext.ts';
import { valueOf, workingCopy } from './workingCopy.ts';

/** The base; undefined when there is none, or only its hash is known. */
export async function baseDocument(context: SyncContext, kind: PolicyKind): Promise<JsonObject | undefined> {
  const stored = await context.bases.document(kind);
  if (stored) {
    return stored;
  }
  // An unedited file is the base after a clone, because the store is still empty.
  const hash = await context.bases.hash(kind);
  const file = hash === undefined ? undefined : await workingCopy(context, kind);
  return file && file.hash === hash ? valueOf(kind, file.document) : undefined;
}
