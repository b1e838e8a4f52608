import { policyKind, type PolicyName } from '../../core/policy/families.ts';
import type { Remembering } from '../platform/memory.ts';
import type { LiveMemory, SeenLive } from '../../core/sync/ports.ts';

/** What the window before this one knew of the live policies of one console: hashes and moments, no content. */
export function liveMemory(memory: Remembering, console: string): LiveMemory {
  const key = `live:${console}`;
  const seen = new Map<PolicyName, SeenLive>(memory.remembered(key).flatMap(read));
  return {
    recall: (policy) => seen.get(policy),
    keep: (policy, live) => {
      seen.set(policy, live);
      const lines = Array.from(seen, ([name, { hash, readAt }]) => [name, hash, readAt.toISOString()]);
      // Without it the next window knows as little as one that never read: no reason to fail here.
      void memory.remember(key, lines).catch(() => undefined);
    },
  };
}

function read(line: unknown): readonly (readonly [PolicyName, SeenLive])[] {
  if (!Array.isArray(line)) {
    return [];
  }
  const [name, hash, at] = line as readonly unknown[];
  const policy = typeof name === 'string' ? policyKind(name)?.name : undefined;
  const readAt = new Date(typeof at === 'string' ? at : Number.NaN);
  return policy === undefined || typeof hash !== 'string' || Number.isNaN(readAt.getTime())
    ? []
    : [[policy, { hash, readAt }]];
}
