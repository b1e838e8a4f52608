/** Characters of one text that is made of many. After it has grown, the first look at it puts all of it together. */
const mostTogether = 8192;
/** Between two texts. One that has it itself is found where it is not, at worst, and looked at again. */
const between = '\n';

/** Some texts as one. */
interface Together {
  text: string;
  /** Where each begins, and what it belongs to. */
  readonly starts: number[];
  readonly lists: number[];
}

/** Texts joined to a few long ones, so that those that have a part in them are found without a look at each. */
export class JoinedTexts {
  readonly #all: Together[] = [];
  size = 0;

  add(text: string, list: number): void {
    let last = this.#all.at(-1);
    if (!last || last.text.length > mostTogether) {
      last = { text: '', starts: [], lists: [] };
      this.#all.push(last);
    }
    last.starts.push(last.text.length);
    last.lists.push(list);
    last.text += text + between;
    this.size++;
  }

  /** What all texts belong to that have `part` in them, and perhaps some more. */
  having(part: string, visit: (list: number) => void): void {
    for (let one = 0; one < this.#all.length; one++) {
      const { text, starts, lists } = this.#all[one] as Together;
      let at = 0;
      for (let found = text.indexOf(part); found !== -1; found = text.indexOf(part, starts[at])) {
        at = firstBeyond(starts, found, at);
        visit(lists[at - 1] as number);
        if (at === starts.length) {
          break;
        }
      }
    }
  }
}

/** The place of the first that is greater, from `low` on. */
function firstBeyond(numbers: readonly number[], one: number, from: number): number {
  let low = from;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] as number) <= one) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
