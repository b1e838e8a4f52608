import { Bits } from './bits.ts';
import { asExample, patternsOf } from './findPoint.ts';
import { FirstNamed, nowhere } from './firstNamed.ts';
import { reachOf, type NamedScope, type OrderedRule } from './orderedRule.ts';
import { areBoxesApartAsImages, canBePoint, isOfNoImage } from './imageBoxes.ts';
import type { NotKnown } from './notKnown.ts';
import { Questions, type Answer } from './questions.ts';
import { areBoxesSurelyApart, everything, type Box, type Point } from './scope.ts';
import type { ScopeClasses } from './scopeClasses.ts';
import { surePart } from './sureParts.ts';
import { touchedRules, type TouchedRules } from './touchedRules.ts';
import type { Work } from './work.ts';

/** Two rules by their places; undefined: no rule decides. */
export interface RulePair {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** Something gets another deciding rule. */
export interface Consequence extends RulePair {
  readonly example: Point;
}

export interface Consequences {
  readonly changes: readonly Consequence[];
  /** Whether `changes` is all there is. False where a scope is not known or the search gave up. */
  readonly isComplete: boolean;
  /** On which the search gave up; empty where there was too much to look at all pairs. Absent: it gave up on nothing. */
  readonly gaveUp?: readonly RulePair[];
  /** Of what is not known for another reason, why, as far as anybody can say. */
  readonly notKnown?: readonly NotKnown[];
}

export interface Compared {
  readonly before: readonly OrderedRule[];
  readonly after: readonly OrderedRule[];
  /** For each place before, the place of the same rule after. */
  readonly counterparts: readonly (number | undefined)[];
  /** Where it says: of the two rules between which something changes hands, one has to be in this lane. */
  readonly lane?: { readonly name: string | undefined };
}

/** For one question, and for all that is compared together. */
export interface Limits {
  readonly budget: number;
  readonly work: Work;
  readonly classes: ScopeClasses;
}

/** A step of a search is about so many looks, and so is a question that takes no search. */
const looksOfStep = 8;
const looksOfQuestion = 16;
/** Texts that are tried for an example, mostly. */
const triesOfExample = 4;
/** Looks after which others get their turn: a few milliseconds. */
const muchLooking = 10_000;

/** Of so few collections it is looked first which others have something in common with them. */
const fewConcerned = 8;

/** What is found of two rules so far. */
interface Pair extends RulePair {
  readonly key: number;
  proof: Answer | undefined;
  /** As good, with an example that no image is called. */
  oddProof: Answer | undefined;
  isOpen: boolean;
  isHard: boolean;
  readonly notKnown: Set<NotKnown>;
}

/** What the rules of one order hand to those of another. */
export class Handovers {
  readonly #compared: Compared;
  readonly #classes: ScopeClasses;
  readonly #work: Work;
  readonly #questions: Questions;
  readonly #before = new FirstNamed();
  readonly #after = new FirstNamed();
  readonly #touched: TouchedRules;
  /** Those of which anything is found. */
  readonly #pairs = new Map<number, Pair>();
  /** What is touched, where that is little. */
  readonly #concerned: readonly NamedScope[] | undefined;
  readonly #numbers = new Map<NamedScope, number>();
  readonly #sureNumbers = new Map<NamedScope, number>();
  /** By class, how many patterns it has. */
  readonly #patterns: (number | undefined)[] = [];
  /** By class of which it is not known exactly what it names. */
  readonly #why = new Map<number, readonly NotKnown[]>();

  constructor(compared: Compared, { budget, work, classes }: Limits) {
    const { before, after, counterparts } = compared;
    this.#compared = compared;
    this.#classes = classes;
    this.#work = work;
    const left = Math.floor(Math.max(0, work.limit - work.done) / looksOfStep);
    this.#questions = new Questions(classes, Math.min(budget, left), left);
    this.#questions.begin();
    this.#touched = touchedRules(before, after, counterparts);
    this.#concerned = this.#concern();
  }

  *steps(): Generator<void, Consequences, void> {
    const { before, after } = this.#compared;
    const { ends } = this.#touched;
    yield* this.#before.read(before, ends.before, this.#classOf, this.#sureClassOf);
    yield* this.#after.read(after, ends.after, this.#classOf, this.#sureClassOf);
    // What is handed over from no rule, or to none, is anything.
    const anything = this.#classes.classOf({ name: '', box: everything });
    let enough = this.#work.done + muchLooking;
    for (const look of this.#looks(anything)) {
      look();
      if (this.#work.isTooMuch) {
        break;
      }
      if (this.#work.done > enough) {
        enough = this.#work.done + muchLooking;
        yield;
      }
    }
    const pairs = [...this.#pairs.values()].toSorted(inOrder);
    const open = pairs.filter(({ proof, oddProof, isOpen }) => !proof && !oddProof && isOpen);
    const reasons = new Set(open.flatMap(({ notKnown }) => [...notKnown]));
    const gaveUp = open.filter(({ isHard }) => isHard).map(({ from, to }) => ({ from, to }));
    return {
      changes: pairs.flatMap((pair) => {
        const proof = pair.proof ?? pair.oddProof;
        return proof ? [this.#consequence(pair, proof)] : [];
      }),
      isComplete: !this.#work.isTooMuch && open.length === 0,
      ...(reasons.size > 0 && { notKnown: [...reasons] }),
      ...((this.#work.isTooMuch || gaveUp.length > 0) && { gaveUp }),
    };
  }

  /** What touched rules name; undefined where that is much. */
  #concern(): readonly NamedScope[] | undefined {
    const concerned = new Set<NamedScope>();
    const { before, after } = this.#compared;
    for (const [rules, places] of [
      [before, this.#touched.before],
      [after, this.#touched.after],
    ] as const) {
      for (const place of places) {
        if (rules[place]?.enabled === true) {
          rules[place].scopes.forEach((scope) => concerned.add(scope));
        }
        if (concerned.size > fewConcerned) {
          return undefined;
        }
      }
    }
    return [...concerned];
  }

  /** Of something is changed only what has something in common with what is touched: all else need not be looked at. */
  readonly #classOf = (scope: NamedScope): number => {
    let number = this.#numbers.get(scope);
    if (number === undefined) {
      const own = reachOf(scope);
      const isFar = this.#concerned?.every((one) => areBoxesSurelyApart(own, reachOf(one), this.#work));
      number = isFar === true ? nowhere : this.#classes.classOf(scope);
      this.#numbers.set(scope, number);
      if (number !== nowhere && !this.#classes.isKnown(number)) {
        // With a box it is known what it names, but not all of that is looked at.
        const why = scope.box || scope.isTooMuch ? (['too-much'] as const) : (scope.why ?? []);
        this.#why.set(number, [...(this.#why.get(number) ?? []), ...why]);
      }
    }
    return number;
  };

  readonly #sureClassOf = (scope: NamedScope): number => {
    let number = this.#sureNumbers.get(scope);
    if (number === undefined) {
      const part = surePart(scope);
      number = part ? this.#classOf(part) : nowhere;
      this.#sureNumbers.set(scope, number);
    }
    return number;
  };

  /** For each class that may change hands, what looks at all it may go to. */
  *#looks(anything: number): Generator<() => void, void, void> {
    const touched = new Bits();
    for (const { place, classes } of this.#after.namings) {
      if (this.#touched.after.has(place)) {
        classes.forEach((one) => touched.add(one));
      }
    }
    for (const { place, classes } of this.#before.namings) {
      const isTouched = this.#touched.before.has(place);
      for (const own of classes) {
        yield () => {
          const others = this.#classes.near(own).and(isTouched ? this.#after.named : touched);
          for (const other of others.members()) {
            this.#look(own, own, other, other);
          }
          if (isTouched) {
            this.#look(own, own, anything, undefined);
          }
        };
      }
    }
    for (const other of touched.members()) {
      yield () => this.#look(anything, undefined, other, other);
    }
  }

  /** Whether something in two classes goes from the first rule that names `from` to the first that names `to`. */
  #look(own: number, from: number | undefined, other: number, to: number | undefined): void {
    this.#work.done++;
    const pair = this.#pairOf(from, to);
    if (
      !pair ||
      pair.proof ||
      // All of it is taken by a rule above, whatever it is.
      this.#after.isAbove(own, to) ||
      this.#before.isAbove(other, from)
    ) {
      return;
    }
    const steps = this.#questions.work;
    this.#ask(pair, own, other, this.#outside(own, from, other, to));
    if (pair.proof || pair.oddProof || pair.isOpen) {
      this.#pairs.set(pair.key, pair);
    }
    this.#work.done += looksOfQuestion + (this.#questions.work - steps) * looksOfStep;
  }

  #ask(pair: Pair, own: number, other: number, outside: Bits): void {
    const { known } = this.#classes;
    let sure: Answer | undefined;
    if (known.has(own) && known.has(other)) {
      sure = this.#questions.ask('decides-surely', own, other, outside);
      const kind = this.#isOfNoImage(sure, own, other) ? 'none' : sure.kind;
      if (kind === 'point') {
        pair[sure.point && canBePoint(sure.point) ? 'proof' : 'oddProof'] ??= sure;
        this.#work.done += triesOfExample * this.#patternsOf(sure);
      }
      if (kind === 'point' || (kind === 'none' && outside.isWithin(known))) {
        return;
      }
    }
    // None besides what is only perhaps above: there may be one in that.
    const perhaps = this.#questions.ask('decides', own, other, outside.and(known));
    if (this.#isOfNoImage(perhaps, own, other)) {
      return;
    }
    const { kind } = perhaps;
    pair.isOpen ||= kind !== 'none';
    const isHard = kind === 'gave-up' || (kind === 'point' && sure?.kind === 'gave-up');
    pair.isHard ||= isHard;
    if (kind === 'point' && !isHard) {
      this.#noteWhy(pair, own, other, outside);
    }
  }

  /** What is not known of the two, else of what may take it above them. */
  #noteWhy({ notKnown }: Pair, own: number, other: number, outside: Bits): void {
    const { known } = this.#classes;
    const ofBoth = [own, other].filter((one) => !known.has(one));
    const all =
      ofBoth.length > 0
        ? ofBoth
        : notKnown.size === 0
          ? outside.members().filter((one) => !known.has(one))
          : [];
    all.flatMap((one) => this.#why.get(one) ?? []).forEach((why) => notKnown.add(why));
  }

  /** Whether what was found is a text that no image has for its name, and nothing else is in both classes. */
  #isOfNoImage({ kind, point, inside, outside }: Answer, own: number, other: number): boolean {
    const reach = (one: number): Box => this.#classes.reach(one);
    return (
      kind === 'point' &&
      point !== undefined &&
      !canBePoint(point) &&
      (areBoxesApartAsImages(reach(own), reach(other), this.#work) ||
        isOfNoImage(point, inside.map(reach), outside.members().map(reach), this.#work))
    );
  }

  /** What rules above the two name, near both classes. */
  #outside(own: number, from: number | undefined, other: number, to: number | undefined): Bits {
    const outside = this.#classes.near(own).and(this.#classes.near(other));
    outside.keepEither(this.#before.above(from), this.#after.above(to));
    return outside;
  }

  /** Undefined when they are the same rule, or when it does not matter here. */
  #pairOf(own: number | undefined, other: number | undefined): Pair | undefined {
    const from = own === undefined ? undefined : this.#before.placeOf(own);
    const to = other === undefined ? undefined : this.#after.placeOf(other);
    const { before, after, counterparts, lane } = this.#compared;
    if (from !== undefined && to !== undefined && counterparts[from] === to) {
      return undefined;
    }
    const isIn = (rule: OrderedRule | undefined): boolean => rule?.lane === lane?.name;
    if (lane && !isIn(before[from ?? -1]) && !isIn(after[to ?? -1])) {
      return undefined;
    }
    const key = ((from ?? -1) + 1) * (after.length + 1) + (to ?? -1) + 1;
    return (
      this.#pairs.get(key) ?? {
        key,
        from,
        to,
        proof: undefined,
        oddProof: undefined,
        isOpen: false,
        isHard: false,
        notKnown: new Set(),
      }
    );
  }

  #patternsOf({ inside, outside }: Answer): number {
    let patterns = 0;
    for (const one of [...inside, ...outside.members()]) {
      patterns += this.#patterns[one] ??= patternsOf([this.#classes.reach(one)]);
    }
    return patterns;
  }

  /** Examples are for people, who look at a few. */
  #consequence({ from, to }: Pair, proof: Answer): Consequence {
    const reach = (one: number): Box => this.#classes.reach(one);
    let example: Point | undefined;
    return {
      from,
      to,
      get example() {
        example ??= asExample(proof.point ?? [], proof.inside.map(reach), proof.outside.members().map(reach));
        return example;
      },
    };
  }
}

/** No rule comes after all rules. */
function inOrder(left: Pair, right: Pair): number {
  const last = Number.MAX_SAFE_INTEGER;
  return (left.from ?? last) - (right.from ?? last) || (left.to ?? last) - (right.to ?? last);
}
