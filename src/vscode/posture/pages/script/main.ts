import './posture.css';

/** The state of a page, which the editor keeps when the page is hidden, refreshed or reloaded. */
interface Kept {
  readonly again: unknown;
  /** Keys of the parts that are open. */
  readonly open: readonly string[];
  readonly top: number;
}

declare function acquireVsCodeApi(): { getState(): Kept | undefined; setState(state: Kept): void };

const editor = acquireVsCodeApi();
const again: unknown = JSON.parse(
  decodeURIComponent(document.querySelector('main')?.dataset['again'] ?? 'null'),
);
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

function keep(): void {
  const open = [...parts].filter(([, part]) => part.open).map(([key]) => key);
  editor.setState({ again, open, top: document.documentElement.scrollTop });
}

const before = editor.getState();
if (before && JSON.stringify(before.again) === JSON.stringify(again)) {
  for (const key of before.open) {
    parts.get(key)?.setAttribute('open', '');
  }
  document.documentElement.scrollTop = before.top;
}
keep();
document.addEventListener('scroll', keep, { passive: true });
for (const part of parts.values()) {
  part.addEventListener('toggle', keep);
}
