import { testedPolicy, type TestedPolicy } from '../../core/policyTest/testedPolicy.ts';
import type { PolicyKind } from '../../core/policy/families.ts';
import type { ConsoleHandle } from '../workspace/consoleRegistry.ts';
import type { KnownScopes } from '../workspace/knownScopes.ts';
import { readWorkingPolicy, type WorkingServices } from '../workspace/workingCopies.ts';

export type TestedNowServices = WorkingServices & { readonly scopes: Pick<KnownScopes, 'ofConsole'> };

/** A policy as its tests are run on it: its file as it is typed. Undefined where there is none. */
export async function testedNow(
  services: TestedNowServices,
  console: ConsoleHandle,
  kind: PolicyKind,
): Promise<TestedPolicy | undefined> {
  const document = await readWorkingPolicy(services, console, kind);
  return document && testedPolicy(kind, document, await services.scopes.ofConsole(console));
}
