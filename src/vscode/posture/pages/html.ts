import { pageText } from '../../../core/util/inertText.ts';

/** Text that was made safe to stand in a page. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | undefined | false | readonly Part[];

/** A piece of a page. Everything put into it is text, unless it is a piece itself. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(
    strings.map((text, index) => text + (index < parts.length ? partText(parts[index]) : '')).join(''),
  );
}

/** A link that runs a command; only those the page allows do anything. */
export function commandLink(label: string, command: string, ...args: readonly unknown[]): Html {
  const target = `command:${command}?${encodeURIComponent(JSON.stringify(args))}`;
  // Without a title the editor shows the address of the command on hover.
  return html`<a href="${target}" title="${label}">${label}</a>`;
}

function partText(part: Part): string {
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
