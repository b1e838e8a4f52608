import { fromPlain } from '../../../json/json.ts';
import { canonicalText } from '../../../policy/canonical.ts';
import type { NodePath } from '../../../document/syntaxNode.ts';
import type { Finding } from '../finding.ts';
import { quotedText } from '../quotedInMessages.ts';

/**
 * The findings are entries with the key of an earlier entry. `keyOf` is undefined for an entry without a key. The fix
 * removes one of two equal entries; for different entries the person chooses.
 */
export function* repeatedEntries(
  list: readonly unknown[],
  path: NodePath,
  keyOf: (
    entry: unknown,
  ) => { readonly member: string; readonly key: string; readonly name: string } | undefined,
): Generator<Omit<Finding, 'code'>, void, void> {
  const seen = new Map<string, number>();
  for (const [index, entry] of list.length < 2 ? [] : list.entries()) {
    const found = keyOf(entry);
    const earlier = found && seen.get(found.key);
    if (!found || earlier === undefined) {
      if (found) {
        seen.set(found.key, index);
      }
      continue;
    }
    const shown = quotedText(found.name);
    const [one, other] = [list[earlier], entry].map((each) => canonicalText(fromPlain(each), undefined));
    const isSame = one === other;
    yield {
      message: `${shown} is already in the list, and the service does not define which entry counts`,
      path: [...path, index, found.member],
      ...(isSame && { tags: ['unnecessary'] as const }),
      fixes: isSame
        ? [{ kind: 'remove', title: `Remove the repeated ${shown}`, path: [...path, index] }]
        : [
            { kind: 'remove', title: `Keep the first ${shown}`, path: [...path, index], isChoice: true },
            { kind: 'remove', title: `Keep this ${shown}`, path: [...path, earlier], isChoice: true },
          ],
    };
  }
}
