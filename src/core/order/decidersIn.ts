import { findPoint, type Found } from './findPoint.ts';
import { areBoxesApartAsImages } from './imageBoxes.ts';
import { inLane, lanesOf } from './lanes.ts';
import { reachOf, type NamedScope, type OrderedRule } from './orderedRule.ts';
import { areBoxesSurelyApart, isBoxSurelyWithin, type Box, type Point } from './scope.ts';
import { Work } from './work.ts';

/** Everything that lies in all of the boxes. */
export interface Region {
  /** Together they name at least everything that is meant, and where `isExact` nothing else. */
  readonly boxes: readonly Box[];
  readonly isExact: boolean;
  /** A collection within which all of it lies, also where it is not known what that names. */
  readonly within?: string;
}

/**
 * A rule that decides for something of a region, with an example where that is certain. Without one it is not known whether
 * it does. No rule: something of the region is left by all of them.
 */
export interface DeciderIn {
  readonly rule: number | undefined;
  readonly example: Point | undefined;
}

/** What takes part in one question after another. */
export class RegionLimits {
  readonly #work: Work;

  /** Looks at patterns, and about eight for each step of a search. */
  constructor(work = 20_000_000) {
    this.#work = new Work(work);
  }

  get used(): number {
    return Math.min(this.#work.done, this.#work.limit);
  }

  get isTooMuch(): boolean {
    return this.#work.isTooMuch;
  }

  areApart(one: Box, other: Box): boolean {
    this.#work.done += 1;
    return areBoxesSurelyApart(one, other, this.#work) || areBoxesApartAsImages(one, other, this.#work);
  }

  isWithin(inner: Box, outer: Box): boolean {
    this.#work.done += 1;
    return isBoxSurelyWithin(inner, outer, this.#work);
  }

  find(inside: readonly Box[], outside: readonly Box[]): Found {
    const steps = Math.min(stepsOfOne, Math.floor((this.#work.limit - this.#work.done) / looksOfStep));
    if (steps <= 0) {
      return { kind: 'gave-up' };
    }
    const left = { steps };
    const found = findPoint(inside, outside, left, this.#work);
    this.#work.done += Math.max(0, steps - left.steps) * looksOfStep;
    return found;
  }
}

const stepsOfOne = 50_000;
const looksOfStep = 8;

/**
 * Which rules decide for something of a region, from the first to none at all. A rule that is left out decides for nothing of
 * it: that is proven. Lanes: `''` where rules that may match look at different ports, hosts or systems; the type of the
 * destination for connections.
 */
export function* decidersIn(
  all: readonly OrderedRule[],
  region: Region,
  limits: RegionLimits,
  lane?: string,
): Generator<DeciderIn, void, void> {
  const isNear = ({ enabled, scopes }: OrderedRule): boolean =>
    enabled && scopes.some((scope) => !region.boxes.some((box) => limits.areApart(box, reachOf(scope))));
  const near = [...all.keys()].filter((place) => isNear(all[place] as OrderedRule));
  const asked = lane ?? (lanesOf(near.map((place) => all[place] as OrderedRule)).length > 1 ? '' : undefined);
  const rules = asked === undefined ? all : inLane(all, asked);
  const above: NamedScope[] = [];
  const named = new Set<string>();
  for (const place of near) {
    const scopes = (rules[place]?.scopes ?? []).filter(({ name }) => !named.has(name));
    const found = askAll(scopes, region, above, limits);
    if (found) {
      yield { rule: place, example: found.example };
    }
    for (const scope of scopes) {
      named.add(scope.name);
      above.push(scope);
    }
    if (isAllTaken(region, scopes, limits)) {
      return;
    }
  }
  const none = ask(region, undefined, above, limits);
  if (none) {
    yield { rule: undefined, example: none.example };
  }
}

/** Whether rules so far have everything, as can be seen at once. */
function isAllTaken({ boxes, within }: Region, scopes: readonly NamedScope[], limits: RegionLimits): boolean {
  return scopes.some(
    ({ name, box }) => name === within || (box && boxes.some((one) => limits.isWithin(one, box))),
  );
}

interface Answer {
  readonly example: Point | undefined;
}

function askAll(
  scopes: readonly NamedScope[],
  region: Region,
  above: readonly NamedScope[],
  limits: RegionLimits,
): Answer | undefined {
  let open: Answer | undefined;
  for (const scope of scopes) {
    const found = ask(region, scope, above, limits);
    if (found?.example) {
      return found;
    }
    open ??= found;
  }
  return open;
}

/** Undefined: proven that nothing of the region is left for the scope. No scope: for none. */
function ask(
  { boxes, isExact }: Region,
  scope: NamedScope | undefined,
  above: readonly NamedScope[],
  limits: RegionLimits,
): Answer | undefined {
  const inside = scope ? [...boxes, reachOf(scope)] : boxes;
  if (isExact && (!scope || scope.box)) {
    const sure = limits.find(inside, above.map(reachOf));
    if (sure.kind === 'point') {
      return { example: sure.point };
    }
    if (sure.kind === 'none' && above.every(({ box }) => box)) {
      return undefined;
    }
  }
  const taken = above.map(({ box }) => box).filter((box) => box !== undefined);
  return limits.find(inside, taken).kind === 'none' ? undefined : { example: undefined };
}
