import { fieldKeywords } from './fieldTables.ts';
import { withoutKeywords } from './schemaFiles.ts';

interface ConsoleSchema {
  readonly definitions: {
    readonly console: {
      readonly properties: Readonly<Record<string, { readonly enum?: readonly string[] }>>;
    };
  };
}

const head = '// Made from schemas/ by scripts/generate.ts.\n';

/** A module with the text of every schema, by the name of its file without `.schema.json`. */
export function schemaModule(files: ReadonlyMap<string, string>): string {
  const members = Array.from(
    files,
    ([file, text]) =>
      `  '${file.replace('.schema.json', '')}': ${JSON.stringify(JSON.stringify(withoutKeywords(JSON.parse(text), fieldKeywords)))},`,
  );
  return `${head}export const schemaTexts = {\n${members.join('\n')}\n};\n`;
}

/** Returns the parts of the schema that reading `ordinance.yaml` needs. */
export function consoleModule(files: ReadonlyMap<string, string>): string {
  const { properties } = (JSON.parse(files.get('console.schema.json') ?? '') as ConsoleSchema).definitions
    .console;
  return `${head}export const consoleMembers = ${JSON.stringify(Object.keys(properties))} as const;
export const authSchemeNames = ${JSON.stringify(properties['auth']?.enum)} as const;
`;
}
