import type { PolicyKind } from '../../model/families.ts';
import { isJsonArray, type JsonArray, type JsonObject } from '../../model/json.ts';
import { matchRules } from '../../model/ruleMatch.ts';
import { sameValue } from '../../model/sameValue.ts';
import { PolicyDocument } from '../policyDocument.ts';
import { applyEdits, type TextEdit, type TextRange } from '../text.ts';
import { writePolicyText } from '../writePolicy.ts';
import { commentsOf } from './comments.ts';
import { lineBefore } from './source.ts';

/**
 * A policy file written anew. The comments of a rule that is still there stand above it, those of one that is gone went with it,
 * all others stand at the top.
 */
export function rewrittenText(
  document: PolicyDocument,
  next: JsonObject,
  kind: PolicyKind | undefined,
): string {
  const plain = writePolicyText(next, document.spelling).replaceAll('\n', document.lineBreak);
  const comments = document.value() ? commentsOf(document.text, document.spelling) : [];
  if (comments.length === 0) {
    return plain;
  }
  const fresh = PolicyDocument.read(plain, document.spelling, kind);
  const texts = new Map<number, string>();
  const zones = [...zonesOf(document, fresh, next, kind)];
  for (const comment of comments) {
    const zone = zones.find(({ start, end }) => start <= comment.start && comment.start < end);
    const at = zone ? zone.place : 0;
    if (at !== undefined) {
      const line = at - lineBefore(fresh, at).length;
      const indent = /^[ \t]*/.exec(lineBefore(fresh, at))?.[0] ?? '';
      texts.set(line, `${texts.get(line) ?? ''}${indent}${comment.text}${document.lineBreak}`);
    }
  }
  const edits = [...texts].map(([at, text]): TextEdit => ({ start: at, end: at, text }));
  const text = applyEdits(plain, edits);
  const after = PolicyDocument.read(text, document.spelling, kind).value();
  return after && sameValue(after, next) ? text : plain;
}

interface Zone extends TextRange {
  /** Where the rule stands in the fresh text; undefined when it is gone. */
  readonly place: number | undefined;
}

/** Each rule from behind the line of the one above to the end of its own last line. */
function* zonesOf(
  document: PolicyDocument,
  fresh: PolicyDocument,
  next: JsonObject,
  kind: PolicyKind | undefined,
): Generator<Zone> {
  for (const { key, rules } of document.arrays()) {
    const value = next.get(key);
    const items: JsonArray = isJsonArray(value) ? value : [];
    const old = rules.map((rule) => rule.value());
    const match: ArrayLike<number> = kind
      ? matchRules(kind, old, items)
      : items.map((item) => old.findIndex((rule) => sameValue(rule, item)));
    const places = new Map(Array.from(match, (index, place) => [index, place]));
    const list = document.members().find((member) => member.key === key);
    let start = list?.keyRange.end ?? 0;
    for (const { index, range } of rules) {
      const behind = document.slice(range.end, range.end + 1024);
      const end = range.end + (/^[^\n]*/.exec(behind)?.[0].length ?? 0);
      const place = places.get(index);
      yield {
        start,
        end,
        place: place === undefined ? undefined : fresh.array(key)?.rules[place]?.range.start,
      };
      start = end;
    }
  }
}
