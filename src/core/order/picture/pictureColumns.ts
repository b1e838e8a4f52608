import type { PolicyKind } from '../../policy/families.ts';
import { connectionFields } from '../network/connection.ts';
import { reachOf, type NamedScope, type OrderedRule } from '../orderedRule.ts';
import { isRanges, type Box } from '../scope.ts';

/** What rules can tell apart: a collection, or connections between two ends. Those that name the same are one column. */
export interface PictureColumn {
  readonly scope: NamedScope;
  /** Of connections, which rules they are of: of those in another lane it is not known whether they meet. */
  readonly lane: string | undefined;
  /** For people. */
  readonly names: readonly string[];
  /** As rules name them. */
  readonly scopes: ReadonlySet<string>;
  /** Whether it is known exactly what it names. */
  readonly isKnown: boolean;
}

/** The columns of a list of rules, in the order in which rules name them first, disabled rules too. */
export function pictureColumns(
  { isNetwork }: Pick<PolicyKind, 'isNetwork'>,
  rules: readonly OrderedRule[],
): readonly PictureColumn[] {
  const columns = new Map<
    string,
    PictureColumn & { readonly names: string[]; readonly scopes: Set<string> }
  >();
  const seen = new Set<string>();
  for (const { scopes: named, lane } of rules) {
    const own = isNetwork ? lane : undefined;
    for (const scope of named) {
      const name = `${own ?? ''}\n${scope.name}`;
      // What is no collection has no name that people know.
      if (seen.has(name) || scope.name.startsWith('\n')) {
        continue;
      }
      seen.add(name);
      const key = scope.box ? `${own ?? ''} ${boxText(scope.box)}` : `\n${name}`;
      const same = columns.get(key);
      if (same) {
        same.names.push(columnName(scope));
        same.scopes.add(scope.name);
      } else {
        const isKnown = scope.box !== undefined;
        const scopes = new Set([scope.name]);
        columns.set(key, { scope, lane: own, names: [columnName(scope)], scopes, isKnown });
      }
    }
  }
  return [...columns.values()];
}

/**
 * Columns where they were before: a picture that follows its file does not jump. New ones come behind the one that rules name
 * before them.
 */
export function inPlacesOf(
  columns: readonly PictureColumn[],
  before: readonly PictureColumn[],
): readonly PictureColumn[] {
  const places = new Map(before.flatMap((column, place) => keysOf(column).map((key) => [key, place])));
  let last = -1;
  const placed = columns.map((column) => {
    const place = keysOf(column)
      .map((key) => places.get(key))
      .find((one) => one !== undefined);
    last = place ?? last;
    return { column, place: last, isNew: place === undefined };
  });
  return placed
    .toSorted((a, b) => a.place - b.place || Number(a.isNew) - Number(b.isNew))
    .map(({ column }) => column);
}

/** For each rule the places of the columns that it names, ascending. */
export function namedColumns(
  columns: readonly PictureColumn[],
  rules: readonly OrderedRule[],
): readonly (readonly number[])[] {
  const byLane = new Map<string | undefined, Map<string, number>>();
  for (const [place, { lane, scopes }] of columns.entries()) {
    const places = byLane.get(lane) ?? new Map<string, number>();
    byLane.set(lane, places);
    scopes.forEach((scope) => places.set(scope, place));
  }
  const ofAll = byLane.get(undefined);
  return rules.map(({ scopes, lane }) => {
    const ofLane = byLane.get(lane);
    const named: number[] = [];
    for (const { name } of scopes) {
      const place = ofLane?.get(name) ?? ofAll?.get(name);
      if (place !== undefined) {
        named.push(place);
      }
    }
    // Collections that name the same are one column.
    return named.sort((one, other) => one - other).filter((place, at) => place !== named[at - 1]);
  });
}

function keysOf({ scopes, lane }: PictureColumn): readonly string[] {
  return [...scopes].map((scope) => `${lane ?? ''}\n${scope}`);
}

/** Equal for boxes that are written alike. */
function boxText(box: Box): string {
  return JSON.stringify(
    box.map((values) => values ?? null),
    (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
  );
}

function columnName(scope: NamedScope): string {
  const { ends, name } = scope;
  if (!ends) {
    return name;
  }
  const ports = reachOf(scope)[connectionFields.port];
  const ranges = ports && isRanges(ports) ? ports.ranges : [];
  const words = ranges
    .filter(([low, high]) => low !== 0n || high !== 65_535n)
    .map(([low, high]) => (low === high ? String(low) : `${low}-${high}`));
  return `${ends.source} → ${ends.destination}${words.length === 0 ? '' : ` : ${words.join(', ')}`}`;
}
