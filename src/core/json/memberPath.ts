/** The path of a member below `path`; a key that is not a plain word is quoted (`labels["a.b"]`). */
export function memberPath(path: string, key: string): string {
  if (!/^[\w$-]+$/.test(key)) {
    return `${path}[${JSON.stringify(key)}]`;
  }
  return path === '' ? key : `${path}.${key}`;
}

/** A step of a path: `.key`, or the text of a key, or of what an item is known by, in brackets. */
const step = /\.?([\w$-]+)|\[((?:"(?:[^"\\]|\\.)*"|[^\]"])*)\]/gy;

/** The keys of members and items that a path leads through. */
export function pathSteps(path: string): string[] {
  return [...path.matchAll(step)].map(([, key, text]) => key ?? keyOf(text ?? ''));
}

function keyOf(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}
