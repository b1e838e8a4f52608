interface ConsoleSchema {
  readonly definitions: {
    readonly console: {
      readonly properties: Readonly<Record<string, { readonly enum?: readonly string[] }>>;
    };
  };
}

const head = '// Made from schemas/ by scripts/generate.ts.\n';

/** A module that holds every schema, by the name of its file without `.schema.json`. */
export function schemaModule(files: ReadonlyMap<string, string>): string {
  const names = [...files.keys()].map((file) => file.replace('.schema.json', ''));
  const imports = names.map(
    (name, index) => `import schema${index} from '../../schemas/${name}.schema.json' with { type: 'json' };`,
  );
  const members = names.map((name, index) => `  '${name}': schema${index},`);
  return `${head}${imports.join('\n')}\n\nexport const schemaFiles = {\n${members.join('\n')}\n};\n`;
}

/** What reading `ordinance.yaml` has to know of its schema: the members of a console, and the ways to authenticate. */
export function consoleModule(files: ReadonlyMap<string, string>): string {
  const { properties } = (JSON.parse(files.get('console.schema.json') ?? '') as ConsoleSchema).definitions
    .console;
  return `${head}export const consoleMembers = ${JSON.stringify(Object.keys(properties))} as const;
export const authSchemes = ${JSON.stringify(properties['auth']?.enum)} as const;
`;
}
