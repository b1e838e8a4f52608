import type { NodePath } from '../syntaxNode.ts';
import type { TextRange } from '../text.ts';
import { ListLayout } from './listing.ts';
import { childSpot, collectionOf, indexIn, type Spot } from './memberEdits.ts';
import type { Source } from './source.ts';

/** Comments inside the replaced value at `path` may be lost. */
export function lossAt(source: Source, spot: Spot, path: NodePath): TextRange[] {
  let at = spot;
  for (const step of path) {
    const kind = typeof step === 'string' ? 'object' : 'array';
    if (at.node.alias || at.node.kind !== kind) {
      break;
    }
    const inner = childSpot(source, at, step);
    if (!inner) {
      return [];
    }
    at = inner;
  }
  const { node, base } = at;
  if (at.root && node.kind === 'null') {
    // A missing value has no comments to lose.
    return [];
  }
  return [{ start: node.range.start + base, end: node.range.end + base }];
}

/** The range covers the field or item at `path` with its comments. */
export function lossOfEntry(source: Source, spot: Spot, path: NodePath): TextRange[] {
  let parent: Spot | undefined = spot;
  for (const step of path.slice(0, -1)) {
    parent = parent && !parent.node.alias ? childSpot(source, parent, step) : undefined;
  }
  const step = path.at(-1);
  const index = parent && step !== undefined && !parent.node.alias ? indexIn(parent, step) : -1;
  if (!parent || index < 0) {
    return [];
  }
  const collection = collectionOf(parent);
  const core = new ListLayout(source, collection).core(index);
  return collection.length === 1 ? [core, collection.range] : [core];
}
