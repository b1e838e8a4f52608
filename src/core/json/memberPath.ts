/** Returns the path of a field below `path`; a key that is not a plain word is quoted (`labels["a.b"]`). */
export function memberPath(path: string, key: string): string {
  if (!/^[\w$-]+$/.test(key)) {
    return `${path}[${JSON.stringify(key)}]`;
  }
  return path === '' ? key : `${path}.${key}`;
}

/** Matches a step of a path: `.key`, or a quoted key, an index or an item key in brackets. */
const step = /\.?([\w$-]+)|\[((?:"(?:[^"\\]|\\.)*"|[^\]"])*)\]/gy;

/** Returns the field keys and item keys of a path. */
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
