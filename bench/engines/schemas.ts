import { readFile } from 'node:fs/promises';

/** Where the services are told that the schemas lie, which refer to each other by their names. */
export const schemaUri = 'file:///schemas/vulnerability.schema.json';

export function schemaText(uri: string): Promise<string> {
  const name = uri.split('/').at(-1) ?? '';
  return readFile(new URL(`../../schemas/${name}`, import.meta.url), 'utf8');
}

export const workspaceContext = {
  resolveRelativePath: (relative: string, resource: string): string => new URL(relative, resource).href,
};
