import type { Outcome } from '../../../core/posture/setting.ts';
import type { Counts } from '../../../core/posture/summary.ts';
import { html, type Html } from './html.ts';

export interface PictureRow {
  readonly label: string;
  readonly counts: Counts;
}

export interface PictureWords {
  /** What the picture is called. */
  readonly title: string;
  /** The whole picture in a sentence. */
  readonly text: string;
  readonly outcomes: Readonly<Record<Outcome, string>>;
}

const order: readonly Outcome[] = ['failed', 'passed', 'unmonitored', 'unknown'];
const width = 760;
const labelWidth = 190;
const rowHeight = 30;
const barHeight = 20;
const barWidth = width - labelWidth - 60;

/**
 * Bars, one for each row, in parts for the outcomes. Color is never alone: parts carry their counts and stand in the same
 * order, failed parts are hatched, those that are not monitored are empty, and the whole is said in words.
 */
export function picture(id: string, rows: readonly PictureRow[], words: PictureWords): Html {
  const most = Math.max(1, ...rows.map(({ counts }) => totalOf(counts)));
  const height = rows.length * rowHeight + 34;
  return html`<svg
    role="img"
    aria-labelledby="${id}-title ${id}-text"
    viewBox="0 0 ${width} ${height}"
    width="${width}"
    height="${height}"
  >
    <title id="${id}-title">${words.title}</title>
    <desc id="${id}-text">${words.text}</desc>
    <defs>
      <pattern
        id="${id}-hatch"
        width="8"
        height="8"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <line class="mark" x1="0" y1="0" x2="0" y2="8" />
      </pattern>
    </defs>
    ${rows.map((row, index) => bar(id, row, index * rowHeight, most, words))}
    ${legend(id, rows.length * rowHeight + 14, words)}
  </svg>`;
}

function bar(id: string, { label, counts }: PictureRow, y: number, most: number, words: PictureWords): Html {
  let x = labelWidth;
  const parts = order.map((outcome) => {
    const count = counts[outcome];
    const size = (count / most) * barWidth;
    const part =
      count > 0 &&
      html`<g class="${outcome}"
        ><title>${label}: ${count} ${words.outcomes[outcome]}</title>
        <rect class="part" x="${x.toFixed(1)}" y="${y}" width="${size.toFixed(1)}" height="${barHeight}" />
        ${outcome === 'failed' && size > 30 && hatched(id, x, y, size)}
        ${size >= String(count).length * 8 + 3 && html`<text class="count" x="${(x + size / 2).toFixed(1)}" y="${y + 14}">${count}</text>`}</g
      >`;
    x += size;
    return part;
  });
  return html`<foreignObject x="0" y="${y}" width="${labelWidth - 10}" height="${barHeight}"
      ><div class="label" title="${label}">${label}</div></foreignObject
    >${parts}<text x="${(x + 8).toFixed(1)}" y="${y + 14}">${totalOf(counts)}</text>`;
}

/** Left and right of the count, which stays readable. */
function hatched(id: string, x: number, y: number, size: number): Html {
  const part = size / 2 - 12;
  return html`<rect
      x="${x.toFixed(1)}"
      y="${y}"
      width="${part.toFixed(1)}"
      height="${barHeight}"
      fill="url(#${id}-hatch)"
    /><rect
      x="${(x + size - part).toFixed(1)}"
      y="${y}"
      width="${part.toFixed(1)}"
      height="${barHeight}"
      fill="url(#${id}-hatch)"
    />`;
}

function legend(id: string, y: number, words: PictureWords): Html {
  return html`${order.map((outcome, index) => {
    const x = labelWidth + index * 135;
    return html`<rect class="${outcome}" x="${x}" y="${y}" width="12" height="12" />${
        outcome === 'failed' &&
        html`<rect x="${x}" y="${y}" width="12" height="12" fill="url(#${id}-hatch)" />`
      }<text x="${x + 18}" y="${y + 11}">${words.outcomes[outcome]}</text>`;
  })}`;
}

function totalOf(counts: Counts): number {
  return order.reduce((total, outcome) => total + counts[outcome], 0);
}
