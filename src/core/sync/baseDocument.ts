import type { JsonObject } from '../json/json.ts';
import type { PolicyKind } from '../policy/families.ts';
import type { SyncContext } from './syncContext.ts';

/** The base; undefined when there is none, or only its hash is known. */
export async function baseDocument(context: SyncContext, kind: PolicyKind): Promise<JsonObject | undefined> {
  const stored = await context.bases.document(kind);
  if (stored) {
    return stored;
  }
  // An unedited file is the base after a clone, because the store is still empty.
  const hash = await context.bases.hash(kind);
  const copy = await context.copies.read({ console: context.console, policy: kind.name });
  const { working } = context;
  const state = copy && (await working.judged(kind, copy));
  return copy && hash !== undefined && state?.hash === hash ? working.value(kind, copy) : undefined;
}
