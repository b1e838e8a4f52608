import type { RuleArrayView, TopMember } from '../ruleView.ts';
import { shiftNode, type ArrayNode, type MergeKey, type SyntaxMember } from '../syntaxNode.ts';
import type { TextRange } from '../text.ts';
import { firstMembers } from './body.ts';
import type { Chunk, ChunkList, Skeleton } from './chunk.ts';
import { ChunkRule } from './chunkRule.ts';
import type { ChunkText } from './chunkText.ts';
import type { SkeletonPlaces } from './skeletonPlaces.ts';

export interface SeenMembers {
  readonly members: readonly TopMember[];
  readonly arrays: readonly RuleArrayView[];
}

/** What others see of the chunks: rules, lists of rules, and the members of the document, where they stand in the text. */
export class ChunkViews {
  readonly #text: ChunkText;
  readonly #lists: readonly ChunkList[];
  readonly #keys: readonly string[];
  readonly #places: SkeletonPlaces;
  /** Until some are added or removed. */
  readonly #rules = new Map<string, readonly ChunkRule[]>();

  constructor(text: ChunkText, lists: readonly ChunkList[], keys: readonly string[], places: SkeletonPlaces) {
    this.#text = text;
    this.#lists = lists;
    this.#keys = keys;
    this.#places = places;
  }

  /** Rules were added or removed. */
  clear(): void {
    this.#rules.clear();
  }

  rulesOf(list: ChunkList): readonly ChunkRule[] {
    const known = this.#rules.get(list.key);
    if (known) {
      return known;
    }
    const chunks = this.#text.chunks.slice(list.first, list.first + list.count);
    const rules = chunks.map((chunk, index) => new ChunkRule(list.key, index, chunk, this.#text));
    this.#rules.set(list.key, rules);
    return rules;
  }

  membersOf({ root }: Skeleton): SeenMembers {
    const written = root?.kind === 'object' ? root.members : [];
    const first = firstMembers(written);
    const arrays: RuleArrayView[] = [];
    const members = written.map((member): TopMember => {
      const { key, keyRange, value, merged } = member;
      const array = first.get(key) === member ? this.#arrayOf(member) : undefined;
      if (array) {
        arrays.push(array);
      }
      return {
        key,
        keyRange: this.#places.place(keyRange),
        range: array?.range ?? this.#places.place(value.range),
        ...(merged && { merged }),
        array,
        node: () => (array ? nodeOfArray(array) : shiftNode(value, this.#places.shift(value.range.start))),
      };
    });
    // In a broken document the list may be there without its key.
    for (const list of this.#lists) {
      if (!first.has(list.key)) {
        arrays.push({ key: list.key, range: this.#extent(list), rules: this.rulesOf(list) });
      }
    }
    return { members, arrays };
  }

  mergesOf({ root }: Skeleton): readonly MergeKey[] {
    const place = (range: TextRange): TextRange => this.#places.place(range);
    return root?.kind === 'object'
      ? (root.merges ?? []).map(({ keyRange, range }) => ({ keyRange: place(keyRange), range: place(range) }))
      : [];
  }

  #arrayOf({ key, value }: SyntaxMember): RuleArrayView | undefined {
    const list = this.#lists.find((each) => each.key === key);
    if (!this.#keys.includes(key) || (!list && value.kind !== 'array' && value.kind !== 'null')) {
      return undefined;
    }
    const range =
      list && (list.column >= 0 || value.kind !== 'array')
        ? this.#extent(list)
        : this.#places.place(value.range);
    return { key, range, rules: list ? this.rulesOf(list) : [] };
  }

  /** From the first rule (its `-` in YAML) to the end of the last. */
  #extent(list: ChunkList): TextRange {
    const first = this.#text.chunks[list.first] as Chunk;
    const last = this.rulesOf(list).at(-1);
    const start = this.#text.start(first) + Math.max(0, list.column);
    return { start, end: Math.max(start + 1, last?.range.end ?? 0) };
  }
}

function nodeOfArray({ range, rules }: RuleArrayView): ArrayNode {
  return { kind: 'array', range, items: rules.map((rule) => shiftNode(rule.node(), rule.range.start)) };
}
