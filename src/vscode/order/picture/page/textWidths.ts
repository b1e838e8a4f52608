import { element } from '../../../table/page/elements.ts';

/** Widths of texts in the font of an element, in pixels; each is measured once. */
export class TextWidths {
  readonly #context = element('canvas').getContext('2d');
  readonly #known = new Map<string, number>();
  #font = '';

  /** As an element is now: a text in a size in pixels. */
  in(of: HTMLElement): (text: string, size: number) => number {
    const { fontFamily } = getComputedStyle(of);
    return (text, size) => {
      const font = `${size}px ${fontFamily}`;
      const context = this.#context;
      if (context && font !== this.#font) {
        this.#font = font;
        this.#known.clear();
        context.font = font;
      }
      const width = this.#known.get(text) ?? context?.measureText(text).width ?? 0;
      this.#known.set(text, width);
      return width;
    };
  }
}
