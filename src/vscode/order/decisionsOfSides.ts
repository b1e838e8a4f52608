import type { KnownResource } from '../../core/order/rulesApplyingTo.ts';
import { decisionsIn, isRelevant, sides, type SideName } from '../../core/order/policyDecision.ts';
import type { JsonObject } from '../../core/json/json.ts';
import { policyKinds, type PolicyKind, type PolicyName } from '../../core/policy/families.ts';
import { readLive } from '../../core/sync/readLive.ts';
import { messageOf, passOnCanceled, throwIfCanceled } from '../../core/util/errors.ts';
import type { ConsoleHandle } from '../workspace/consoleRegistry.ts';
import type { ConsoleSyncs } from '../workspace/consoleSyncs.ts';
import type { KnownScopes } from '../workspace/knownScopes.ts';
import type { PolicyDocuments } from '../workspace/policyDocuments.ts';
import type { PolicyFiles } from '../workspace/policyFiles.ts';
import { readWorkingPolicy } from '../workspace/workingCopies.ts';
import type { PolicyDecisions, SideDecision } from './decisionRows.ts';

export interface DecisionServices {
  readonly files: PolicyFiles;
  readonly documents: PolicyDocuments;
  readonly scopes: KnownScopes;
  readonly syncs: ConsoleSyncs;
}

/**
 * The decisions of the policies of a console for a resource: of policies with a condition on it, `asked` first. Nothing is sent:
 * live is as it was read last in this session.
 */
export async function decisionsOfSides(
  services: DecisionServices,
  console: ConsoleHandle,
  resource: KnownResource,
  asked: PolicyName | undefined,
  signal: AbortSignal,
): Promise<readonly PolicyDecisions[]> {
  const collections = await services.scopes.ofConsole(console);
  const kinds = policyKinds
    .filter((kind) => !kind.isNetwork && (kind.name === asked || isRelevant(kind, resource)))
    .toSorted((a, b) => Number(b.name === asked) - Number(a.name === asked));
  const policies: PolicyDecisions[] = [];
  for (const kind of kinds) {
    const decided: Partial<Record<SideName, SideDecision>> = {};
    for (const side of sides) {
      throwIfCanceled(signal);
      try {
        const document = await documentOf(services, console, kind, side);
        if (document) {
          decided[side] = { decisions: decisionsIn(kind, document, collections, resource) };
        }
      } catch (error) {
        passOnCanceled(error);
        decided[side] = { problem: messageOf(error) };
      }
    }
    if (Object.keys(decided).length > 0) {
      policies.push({ kind, sides: decided });
    }
  }
  return policies;
}

/** Undefined where there is none. */
async function documentOf(
  { files, documents, syncs }: DecisionServices,
  console: ConsoleHandle,
  kind: PolicyKind,
  side: SideName,
): Promise<JsonObject | undefined> {
  switch (side) {
    case 'base':
      return syncs.of(console).base(kind);
    case 'live': {
      const text = syncs.of(console).lastLive(kind);
      return text === undefined ? undefined : (await readLive(kind, text)).document;
    }
    case 'working':
      return readWorkingPolicy({ files, documents }, console, kind);
    default:
      return side satisfies never;
  }
}
