import { pageEditor } from '../../../table/page/startPage.ts';
import './posture.css';

/** The state of a page, which the editor keeps when the page is hidden, refreshed or reloaded. */
interface PageState {
  /** Keys of the open parts. */
  readonly open: readonly string[];
  readonly top: number;
}

const editor = pageEditor<never, PageState>();
const parts = new Map<string, HTMLDetailsElement>();

for (const part of document.querySelectorAll('details')) {
  const title = part.querySelector('summary h3') ?? part.querySelector('summary');
  const name = title?.textContent.trim() ?? '';
  let key = name;
  for (let count = 2; parts.has(key); count++) {
    key = `${name} (${count})`;
  }
  parts.set(key, part);
}

function keepState(): void {
  const open = [...parts].filter(([, part]) => part.open).map(([key]) => key);
  editor.setState({ open, top: document.documentElement.scrollTop });
}

const { open = [], top = 0 } = editor.getState();
open.forEach((key) => parts.get(key)?.setAttribute('open', ''));
document.documentElement.scrollTop = top;
document.addEventListener('scroll', keepState, { passive: true });
parts.forEach((part) => part.addEventListener('toggle', keepState));
