/** The path of a member below `path`; a key that is not a plain word is quoted (`labels["a.b"]`). */
export function memberPath(path: string, key: string): string {
  if (!/^[\w$-]+$/.test(key)) {
    return `${path}[${JSON.stringify(key)}]`;
  }
  return path === '' ? key : `${path}.${key}`;
}

/** A step of a path: `.key`, or the text of a key, or of what an item is known by, in brackets. */
const step = /\.?([\w$-]+)|\[((?:"(?:[^"\\]|\\.)*"|[^\]"])*)\]/gy;

/** What items of lists are told apart by where policies are compared. */
export const itemKeys = ['id', 'name', '_id'];

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
