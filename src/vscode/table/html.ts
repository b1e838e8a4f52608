import { pageText } from '../../core/util/inertText.ts';
import type { CommandId } from '../platform/commandIds.ts';

/** Markup whose texts are escaped, with the commands of its links. */
export class Html {
  readonly text: string;
  readonly commands: readonly CommandId[];

  constructor(text: string, commands: readonly CommandId[]) {
    this.text = text;
    this.commands = commands;
  }
}

export type HtmlPart = Html | string | number | undefined | false | readonly HtmlPart[];

/** A piece of a page. Its values are escaped as text, unless they are pieces themselves. */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  const text = strings.map((markup, index) => markup + (index < parts.length ? partText(parts[index]) : ''));
  return new Html(text.join(''), parts.flatMap(commandsOf));
}

/** A link that runs a command. */
export function commandLink(label: string, command: CommandId, ...args: readonly unknown[]): Html {
  const target = `command:${command}?${encodeURIComponent(JSON.stringify(args))}`;
  // Without a title the editor shows the address of the command on hover.
  const { text } = html`<a href="${target}" title="${label}">${label}</a>`;
  return new Html(text, [command]);
}

export interface HtmlColumn<Row> {
  readonly title: HtmlPart;
  /** `number` aligns to the right; `bar` has a drawing and no title. */
  readonly look?: 'number' | 'bar';
  readonly of: (row: Row) => HtmlPart;
}

/** A table whose first column has the names of the rows. */
export function htmlTable<Row>(
  [first, ...columns]: readonly [HtmlColumn<Row>, ...HtmlColumn<Row>[]],
  rows: readonly Row[],
  look = '',
): Html {
  const head = ({ title, look }: HtmlColumn<Row>): Html =>
    look === 'bar' ? html`<td class="bar"></td>` : html`<th scope="col" class="${look ?? ''}">${title}</th>`;
  const cell = ({ look, of }: HtmlColumn<Row>, row: Row): Html =>
    look === undefined ? html`<td>${of(row)}</td>` : html`<td class="${look}">${of(row)}</td>`;
  return html`<table class="${look}">
    <thead>
      <tr>
        ${head(first)}${columns.map(head)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (row) =>
          html`<tr>
            <th scope="row">${first.of(row)}</th>
            ${columns.map((column) => cell(column, row))}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function commandsOf(part: HtmlPart): readonly CommandId[] {
  if (part instanceof Html) {
    return part.commands;
  }
  return typeof part === 'object' ? part.flatMap(commandsOf) : [];
}

function partText(part: HtmlPart): string {
  if (part === undefined || part === false) {
    return '';
  }
  if (part instanceof Html) {
    return part.text;
  }
  if (typeof part === 'object') {
    return part.map(partText).join('');
  }
  return pageText(String(part))
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
