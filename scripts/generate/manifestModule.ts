interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly configuration: readonly {
      readonly properties: Readonly<Record<string, { readonly default: unknown }>>;
    }[];
  };
}

/** Returns the parts of the manifest that code needs: command ids, and settings with their defaults. */
export function manifestModule(text: string): string {
  const { commands, configuration } = (JSON.parse(text) as Manifest).contributes;
  const ids = commands.map(({ command }) => command).toSorted();
  const settings = configuration
    .flatMap(({ properties }) => Object.entries(properties))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, setting]) => [id, setting.default]);
  const jsonOf = (value: unknown): string => JSON.stringify(value, undefined, 2);
  return `// Made from package.json by scripts/generate.ts.
export const commandIds = ${jsonOf(ids)} as const;

/** Every setting with its default. */
export const settingDefaults = ${jsonOf(Object.fromEntries(settings))} as const;
`;
}
