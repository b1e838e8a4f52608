/** An edit of the rules of one list: `order[place]` is where what stands there stood before; undefined: it is new. */
interface NotedEdit {
  readonly file: string;
  readonly array: string;
  readonly order: readonly (number | undefined)[];
}

/** Who chose rules this many edits ago has to choose anew. */
const mostNoted = 500;

/** Where rules stand by now that were chosen some edits of rules ago: whatever was asked for first was done first. */
export class WhereRulesWent {
  readonly #edits: NotedEdit[] = [];
  #forgotten = 0;

  /** How many edits of rules there were. */
  get count(): number {
    return this.#forgotten + this.#edits.length;
  }

  note(edit: NotedEdit): void {
    this.#edits.push(edit);
    if (this.#edits.length > mostNoted) {
      this.#edits.shift();
      this.#forgotten++;
    }
  }

  /** Undefined for a rule that is gone. `since`: of how many edits it was known when `index` was right. */
  now(file: string, array: string, index: number, since: number): number | undefined {
    let place: number | undefined = since < this.#forgotten ? undefined : index;
    for (const edit of this.#edits.slice(Math.max(0, since - this.#forgotten))) {
      if (place !== undefined && edit.file === file && edit.array === array) {
        const next = edit.order.indexOf(place);
        place = next === -1 ? undefined : next;
      }
    }
    return place;
  }
}
