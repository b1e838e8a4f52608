type Path = readonly string[];

/**
 * Leaves out of compiled validators what no one reads: the place in the schema of every error, and the parts of the
 * schemas written into the code that none of it uses. That is a third of its size.
 */
export function leanValidators(code: string): string {
  const pathless = code.replaceAll(/schemaPath:"(?:[^"\\]|\\.)*",/g, '');
  return pathless.replaceAll(
    /const (schema\d+) = (.*?);(?=const |function |export )/gs,
    (_, name: string, schema: string) =>
      `const ${name} = ${JSON.stringify(usedPart(JSON.parse(schema), pathsUsed(pathless, name)))};`,
  );
}

/** What the code reads of one schema, each as the keys that lead to it. */
function pathsUsed(code: string, name: string): Path[] {
  const use = new RegExp(String.raw`\b${name}\b(?! =)((?:\.[\w$]+|\["(?:[^"\\]|\\.)*"\]|\[\d+\])*)`, 'g');
  return [...code.matchAll(use)].map(([, steps = '']) =>
    [...steps.matchAll(/\.([\w$]+)|\[("(?:[^"\\]|\\.)*")\]|\[(\d+)\]/g)].map(([, plain, quoted, index]) =>
      quoted === undefined ? (plain ?? index ?? '') : (JSON.parse(quoted) as string),
    ),
  );
}

/** A list is kept whole: the places of its items count. */
function usedPart(schema: unknown, paths: readonly Path[]): unknown {
  if (paths.some((path) => path.length === 0) || Array.isArray(schema) || typeof schema !== 'object') {
    return schema;
  }
  return Object.fromEntries(
    Object.entries(schema ?? {}).flatMap(([key, value]) => {
      const inside = paths.filter(([first]) => first === key).map((path) => path.slice(1));
      return inside.length > 0 ? [[key, usedPart(value, inside)]] : [];
    }),
  );
}
