import type { PolicyKind } from '../../core/policy/families.ts';
import type { JsonObject } from '../../core/json/json.ts';
import { WorkingDocuments } from '../../core/sync/workingDocuments.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import type { ConsoleHandle } from './consoleRegistry.ts';
import type { PolicyDocuments } from './policyDocuments.ts';
import type { PolicyFiles } from './policyFiles.ts';
import { pathOf } from './textFiles.ts';

export interface WorkingServices {
  readonly files: Pick<PolicyFiles, 'findOnly'>;
  readonly documents: Pick<PolicyDocuments, 'working'>;
}

/** What the working copy of a policy says; undefined where there is none. Throws ExpectedError where it has no single meaning. */
export async function workingValue(
  { files, documents }: WorkingServices,
  console: ConsoleHandle,
  kind: PolicyKind,
): Promise<JsonObject | undefined> {
  const uri = await files.findOnly(console, kind.name);
  const now = uri && (await documents.working(uri));
  if (!now) {
    return undefined;
  }
  const ref = { console: console.entry.name, policy: kind.name };
  const copy = { ref, path: pathOf(uri), spelling: now.document.spelling, ...now };
  const { value, problems } = await new WorkingDocuments().read(kind, copy);
  if (!value) {
    throw new ExpectedError('invalid', problems[0] ?? kind.name);
  }
  return value;
}
