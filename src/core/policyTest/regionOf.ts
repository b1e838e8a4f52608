import { connectionBox, networkRange } from '../order/network/connection.ts';
import { rangesOf } from '../order/ranges.ts';
import type { Region } from '../order/rulesApplyingIn.ts';
import { reachOf } from '../order/orderedRule.ts';
import { readScope, ScopeReader } from '../order/scopeReader.ts';
import { everything, type FieldValues } from '../order/scope.ts';
import { resourceLists, type KnownCollections, type ResourceList } from '../policy/collections.ts';
import { listsByTarget } from '../policy/families.ts';
import type { ResourcePattern, DestinationPattern, Subject, TestedPolicy } from './policyTest.ts';

type Every = Extract<Subject, { kind: 'every' | 'every-connection' }>;

/** Returns the regions whose resources a test of many resources covers. */
export function regionsOf({ kind, collections }: TestedPolicy, subject: Every): readonly Region[] {
  if (subject.kind === 'every') {
    return partsOf(subject.resources, kind.scopeLists, collections);
  }
  const { source, destination, ports } = subject;
  const port = rangesOf(
    (ports.length > 0 ? ports : [everyPort]).map(([low, high]) => [BigInt(low), BigInt(high)]),
  );
  const own = connectionBox({ ...addressesOf(destination), port });
  const ends = 'lists' in destination ? endParts(destination, collections) : [nothingMore];
  return endParts(source, collections).flatMap((from) =>
    ends.map((to) => ({
      isExact: from.isExact && to.isExact,
      boxes: [
        own,
        ...from.boxes.map((box) => connectionBox({ source: box })),
        ...to.boxes.map((box) => connectionBox({ destination: box })),
      ],
    })),
  );
}

/** Every connection has a port in this range. */
const everyPort = [0, 65_535] as const;
const nothingMore: Region = { boxes: [], isExact: true };
const all = new Set<ResourceList>(resourceLists);

function endParts(
  end: ResourcePattern & { readonly type: 'container' | 'host' },
  collections: KnownCollections,
): readonly Region[] {
  return partsOf(end, listsByTarget[end.type], collections);
}

/** Returns one region for each named collection. */
function partsOf(
  { collections: names, lists }: ResourcePattern,
  looksAt: readonly ResourceList[],
  collections: KnownCollections,
): readonly Region[] {
  const own = readScope('', lists, all).box;
  const patterns: Region = { boxes: [own ?? everything], isExact: own !== undefined };
  if (names.length === 0) {
    return [patterns];
  }
  const reader = new ScopeReader(collections, looksAt);
  return names.map((name): Region => {
    const scope = reader.scope(name);
    return {
      within: name,
      boxes: [...patterns.boxes, reachOf(scope)],
      isExact: patterns.isExact && scope.box !== undefined,
    };
  });
}

function addressesOf(end: DestinationPattern): {
  readonly address?: FieldValues;
  readonly domain?: FieldValues;
} {
  switch (end.type) {
    case 'subnet':
      return { address: rangesOf(end.subnets.map(networkRange).filter((range) => range !== undefined)) };
    case 'dns':
      return { domain: { some: end.domains.map((text) => ({ kind: 'exact' as const, text })), none: [] } };
    case 'container':
    case 'host':
    default:
      return {};
  }
}
