import type { Finding } from './finding.ts';

/** The returned function is true for a path that has a finding at, above or below it. */
export function coverOf(findings: readonly Finding[]): (path: Finding['path']) => boolean {
  const keyOf = (path: Finding['path']): string => path.join('\0');
  const said = new Set(findings.map(({ path }) => keyOf(path)));
  const above = new Set(findings.flatMap(({ path }) => path.map((_, at) => keyOf(path.slice(0, at)))));
  return (path) =>
    above.has(keyOf(path)) || [...path, ''].some((_, at) => said.has(keyOf(path.slice(0, at))));
}
