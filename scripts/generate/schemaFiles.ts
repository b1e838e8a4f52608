import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The schema files of `folder`, by file name, as written. */
export function readSchemaFiles(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.schema.json'))
    .toSorted();
  return new Map(
    names.map((name) => [name, readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')]),
  );
}

/** The schemas of policies describe rules and the fields beside them. Returns their names without `.schema.json`. */
export function policyShapes(files: ReadonlyMap<string, string>): readonly string[] {
  return [...files].flatMap(([file, text]) => {
    const { definitions = {} } = JSON.parse(text) as { readonly definitions?: object };
    return 'rule' in definitions && 'head' in definitions ? [file.replace('.schema.json', '')] : [];
  });
}

/** The SHA-256 (hex) of the sources of the validators: the schemas and the texts of the generators. */
export function sourceHash(files: ReadonlyMap<string, string>, generatorTexts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const [name, schema] of files) {
    hash.update(`${name}\0${schema}\0`);
  }
  for (const text of generatorTexts) {
    hash.update(`${text}\0`);
  }
  return hash.digest('hex');
}

/** A copy of a schema without some of its keywords. Names of properties are not keywords. */
export function withoutKeywords(schema: unknown, keywords: readonly string[], isNames = false): unknown {
  if (Array.isArray(schema)) {
    return schema.map((item) => withoutKeywords(item, keywords));
  }
  if (typeof schema !== 'object' || schema === null) {
    return schema;
  }
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => isNames || !keywords.includes(key))
      .map(([key, value]) => [
        key,
        ['enum', 'default', 'examples'].includes(key) && !isNames
          ? value
          : withoutKeywords(value, keywords, !isNames && /^(properties|definitions)$/.test(key)),
      ]),
  );
}
