import { Bits } from './bits.ts';
import { firstRulesOf } from './firstRules.ts';
import {
  rulesKnownTo,
  comparisonGroupsOf,
  containsEverything,
  reachOf,
  withCertainSubset,
  type NamedScope,
  type OrderedRule,
} from './orderedRule.ts';
import { answerOf, looksOfStep, RegionSearch, type Answer } from './regionSearch.ts';
import { areBoxesSurelyApart, type Box, type Point } from './scope.ts';
import { ScopeMatrix } from './scopeMatrix.ts';
import { Work } from './patternSet.ts';

/** The part that lies in all of the boxes. */
export interface Region {
  /** Together they contain at least the whole region, and where `isExact` nothing else. */
  readonly boxes: readonly Box[];
  readonly isExact: boolean;
  /** A collection within which all of it lies, also where its contents are unknown: those of the last box. */
  readonly within?: string;
}

/**
 * A rule that applies to something of a region, with an example where that is certain. Without one it is unknown whether it
 * does. No rule: to something of the region no rule applies.
 */
interface RuleInRegion {
  readonly rule: number | undefined;
  readonly example: Point | undefined;
}

const stepsOfQuestion = 50_000;
/** Texts that are tried for an example, mostly. */
const triesOfExample = 4;

/** Asks one question after another, up to a limit for all of them. */
export class RegionLimits {
  readonly matrix: ScopeMatrix;
  readonly search: RegionSearch;
  readonly #work: Work;

  /** Looks at patterns, and about eight for each step of a search. */
  constructor(work = 20_000_000) {
    this.#work = new Work(work);
    this.matrix = new ScopeMatrix(this.#work);
    this.search = new RegionSearch(this.matrix, stepsOfQuestion, Math.floor(work / looksOfStep));
  }

  get used(): number {
    return Math.min(this.#work.done, this.#work.limit);
  }

  get isBeyondLimit(): boolean {
    return this.#work.isBeyondLimit;
  }

  areApart(first: Box, other: Box): boolean {
    this.#work.done += 1;
    return areBoxesSurelyApart(first, other, this.#work);
  }

  /** See `RegionSearch.applies`. */
  applies(inside: readonly number[], above: Bits): Answer {
    if (this.isBeyondLimit) {
      return answerOf('gave-up', inside, above);
    }
    const before = this.search.work;
    const answer = this.search.applies(inside, above);
    this.#work.done += (this.search.work - before) * looksOfStep;
    if (answer.kind === 'point') {
      this.#work.done += triesOfExample * this.search.patternsOf(answer);
    }
    return answer;
  }

  /** Whether nothing can be in a region. */
  isNothing(region: Region): boolean {
    return this.applies(this.classesOf(region), new Bits()).kind === 'none';
  }

  classesOf({ boxes, isExact, within }: Region): readonly number[] {
    return boxes.map((box, at) => {
      const name = at === boxes.length - 1 && within !== undefined ? within : `\nregion ${at}`;
      return this.matrix.classOf({ name, box: isExact ? box : undefined, outer: box });
    });
  }
}

/**
 * The rules that apply to something of a region, in order; undefined for no rule comes last. A rule that is left out is proven to
 * apply to nothing of it. Groups: `''` where rules that may match look at different ports, hosts or systems; the type of the
 * destination for connections.
 */
export function* rulesApplyingIn(
  all: readonly OrderedRule[],
  region: Region,
  limits: RegionLimits,
  group?: string,
): Generator<RuleInRegion, void, void> {
  const isNear = (scope: NamedScope): boolean =>
    !region.boxes.some((box) => limits.areApart(box, reachOf(scope)));
  const near = all.filter(({ enabled, scopes }) => enabled && scopes.some(isNear));
  const asked = group ?? (comparisonGroupsOf(near).length > 1 ? '' : undefined);
  const rules = asked === undefined ? all : rulesKnownTo(all, asked);
  const inside = limits.classesOf(region);
  const first = firstRulesOf(rules, limits.matrix, ({ scopes }) =>
    scopes
      .filter(isNear)
      .flatMap(withCertainSubset)
      .map((scope) => limits.matrix.classOf(scope)),
  );
  let current: RuleInRegion | undefined;
  for (const { place, scopeClass, above } of first.candidatesIn(inside, new Bits())) {
    if (current && current.rule !== place) {
      yield current;
      current = undefined;
    }
    if (current?.example) {
      continue;
    }
    const answer = limits.applies([...inside, scopeClass], above);
    if (answer.kind !== 'none') {
      current = { rule: place, example: limits.search.exampleOf(answer) };
    }
  }
  if (current) {
    yield current;
  }
  const none = limits.applies(inside, first.named);
  if (none.kind !== 'none') {
    yield { rule: undefined, example: limits.search.exampleOf(none) };
  }
}

/** The common part of two rules: something or nothing, both proven, or unknown. */
type CommonPart =
  | { readonly kind: 'something'; readonly example: Point; readonly collection?: undefined }
  | { readonly kind: 'something'; readonly example?: undefined; readonly collection: string }
  | { readonly kind: 'nothing' | 'unknown' };

/** A collection of both rules is shared, also where its contents are unknown. A rule for everything shares any collection. */
export function findCommonPart(first: OrderedRule, other: OrderedRule, limits: RegionLimits): CommonPart {
  let open = false;
  let collection: string | undefined;
  for (const own of first.scopes) {
    for (const theirs of other.scopes) {
      const inside = [limits.matrix.classOf(own), limits.matrix.classOf(theirs)];
      const answer = limits.applies(inside, new Bits());
      const example =
        first.comparisonGroup === other.comparisonGroup ? limits.search.exampleOf(answer) : undefined;
      if (example) {
        return { kind: 'something', example };
      }
      if (answer.kind !== 'none' && first.comparisonGroup === other.comparisonGroup) {
        collection ??=
          containsEverything(own) || own.name === theirs.name
            ? theirs.name
            : containsEverything(theirs)
              ? own.name
              : undefined;
      }
      open ||= answer.kind !== 'none';
    }
  }
  if (collection !== undefined) {
    return { kind: 'something', collection };
  }
  return { kind: open ? 'unknown' : 'nothing' };
}
