import { setTimeout as delay } from 'node:timers/promises';

/** How long rows that are drawn anew are waited for, and how often they are looked for. */
const redrawMs = 20;
const redraws = 150;
/** How often it is looked for any row before it is believed that there is none. */
const looks = 25;

export interface TreeSelectionDeps<T> {
  readonly view: { readonly selection: readonly T[] };
  /** Whether rows are being drawn anew: what the tree tells of its selection then may be a part of it. */
  readonly isDrawing: () => boolean;
  readonly wait?: () => Promise<unknown>;
}

/**
 * The rows a person selected in a tree. A tree that is being drawn anew knows some of them, or none, for a while; whoever
 * acts on them then would act on others than those that are lit up.
 */
export class TreeSelection<T> {
  readonly #deps: TreeSelectionDeps<T>;
  /** How many rows were selected when that was last told; at least so many when the tree was being drawn anew. */
  #count = 0;
  #isCertain = true;
  #changes = 0;
  #tellings = 0;
  #lit: readonly T[] | undefined;

  constructor(deps: TreeSelectionDeps<T>) {
    this.#deps = deps;
  }

  /** Told by the tree of every selection, also of those the program made itself. */
  told(rows: readonly T[], by: { readonly person: boolean }): void {
    this.#count = rows.length;
    this.#isCertain = rows.length > 0 && !this.#deps.isDrawing();
    this.#lit = this.#isCertain ? rows : undefined;
    this.#changes += by.person ? 1 : 0;
    this.#tellings++;
  }

  /** Told when it turns out that a person made the selection that was told last. @returns its number */
  wasByPerson(): number {
    return ++this.#changes;
  }

  /** Another number after each selection, whoever made it. */
  get tellings(): number {
    return this.#tellings;
  }

  /** Another number after each selection by a person. */
  get changes(): number {
    return this.#changes;
  }

  /**
   * What is lit up in the window, also while the rows are being drawn anew: a row keeps being selected as long as one with its id
   * is there, and the tree tells when another one is. Undefined where the rows that were told of were not known.
   */
  get lit(): readonly T[] | undefined {
    return this.#lit;
  }

  /** The rows that are known now: all that are selected, unless the tree is being drawn anew. */
  get known(): readonly T[] {
    return this.#deps.view.selection;
  }

  /** Whether `known` may be less than what is selected. */
  get isPart(): boolean {
    const { length } = this.known;
    return length < this.#count || (!this.#isCertain && (length === 0 || this.#deps.isDrawing()));
  }

  /** The selected rows, once the tree knows all of them; undefined when some, but not all, are gone. */
  async rows(): Promise<readonly T[] | undefined> {
    const wait = this.#deps.wait ?? (() => delay(redrawMs));
    const mayCome = (): boolean => this.#count > 0 || this.known.length > 0 || this.#deps.isDrawing();
    for (let left = redraws, idle = looks; this.isPart && left > 0 && idle > 0; left--) {
      await wait();
      idle = mayCome() ? looks : idle - 1;
    }
    const { known } = this;
    if (known.length === 0) {
      this.#count = 0;
    } else if (!this.#isCertain && known.length > this.#count) {
      this.#count = known.length;
    }
    this.#isCertain ||= !this.#deps.isDrawing();
    return known.length < this.#count ? undefined : known;
  }

  /** What is left is what is selected from now on: the person was told, and the tree tells nobody of rows that are gone. */
  accept(): void {
    this.#count = this.known.length;
    this.#isCertain = true;
  }
}
