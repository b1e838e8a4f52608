import type { JsonValue } from '../../json/json.ts';
import { isFlow, type Collection } from './nodeListing.ts';
import { blockItem, blockMember, flowMember, flowValue } from './render.ts';
import type { Source } from './source.ts';

/** The text of a new member (with a key) or item of a collection, for the indentation that it gets. */
export function newText(source: Source, collection: Collection, key: string | undefined, value: JsonValue) {
  const flow = isFlow(source, collection);
  const lines = source.slice(collection.range.start, collection.written(0).start).includes('\n');
  return (indent: string): string => {
    const own = lines ? indent : undefined;
    if (key === undefined) {
      return flow ? flowValue(source, value, own) : blockItem(source, value, indent, source.length);
    }
    return flow
      ? flowMember(source, key, value, own)
      : blockMember(source, key, value, indent, source.length);
  };
}
