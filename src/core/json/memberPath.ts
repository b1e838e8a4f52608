/** The path of a member below `path`; a key that is not a plain word is quoted (`labels["a.b"]`). */
export function memberPath(path: string, key: string): string {
  if (!/^[\w$-]+$/.test(key)) {
    return `${path}[${JSON.stringify(key)}]`;
  }
  return path === '' ? key : `${path}.${key}`;
}
