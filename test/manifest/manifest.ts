import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

interface MenuItem {
  readonly command?: string;
  readonly submenu?: string;
  readonly when?: string;
  readonly group?: string;
}

interface SettingSchema {
  readonly propertyNames?: { readonly enum: readonly string[] };
  readonly scope: string;
  readonly default: unknown;
  readonly maximum?: number;
  readonly description?: string;
  readonly markdownDescription?: string;
}

/** What a key says of itself. */
interface KeyArguments {
  readonly in?: string;
  readonly commands?: readonly string[];
}

interface Keybinding {
  readonly command: string;
  readonly key: string;
  readonly mac?: string;
  readonly args?: KeyArguments | readonly [KeyArguments, object];
  readonly when: string;
}

/** The parts of `package.json` that tests look at. */
export interface Manifest {
  readonly activationEvents: readonly string[];
  readonly capabilities: {
    readonly untrustedWorkspaces: { readonly supported: unknown };
    readonly virtualWorkspaces: { readonly supported: unknown };
  };
  readonly contributes: {
    readonly colors: readonly { readonly id: string; readonly defaults: Readonly<Record<string, string>> }[];
    readonly commands: readonly {
      readonly command: string;
      readonly title: string;
      readonly category: string;
      readonly icon?: string;
      readonly enablement?: string;
    }[];
    readonly configurationDefaults: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    readonly configuration: readonly { readonly properties: Readonly<Record<string, SettingSchema>> }[];
    readonly grammars: readonly {
      readonly language: string;
      readonly scopeName: string;
      readonly path: string;
    }[];
    readonly keybindings: readonly Keybinding[];
    readonly languages: readonly {
      readonly id: string;
      readonly configuration: string;
      readonly icon: { readonly light: string; readonly dark: string };
    }[];
    readonly menus: Readonly<Record<string, readonly MenuItem[]>>;
    readonly submenus: readonly { readonly id: string }[];
    readonly views: Readonly<
      Record<string, readonly { readonly id: string; readonly icon: string; readonly when?: string }[]>
    >;
    readonly viewsContainers: {
      readonly activitybar: readonly { readonly id: string; readonly icon: string }[];
    };
    readonly viewsWelcome: readonly {
      readonly view: string;
      readonly contents: string;
      readonly when: string;
    }[];
    readonly walkthroughs: readonly {
      readonly steps: readonly {
        readonly description: string;
        readonly media: { readonly svg: string; readonly altText: string };
        readonly completionEvents: readonly string[];
      }[];
    }[];
  };
}

export const manifestText = readFileSync(join(root, 'package.json'), 'utf8');
export const manifest = JSON.parse(manifestText) as Manifest;
export const strings = JSON.parse(readFileSync(join(root, 'package.nls.json'), 'utf8')) as Readonly<
  Record<string, string>
>;

/** Of a key of a view they are the first of a list, in which the editor puts the row that has the frame. */
export function keyArguments({ args }: { readonly args?: Keybinding['args'] }): KeyArguments | undefined {
  return args && 'length' in args ? args[0] : args;
}

export interface SourceFile {
  /** Relative to the project, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

export function sources(folder = 'src'): readonly SourceFile[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.startsWith('generated'))
    .map((path) => ({
      path: `${folder}/${path.replaceAll('\\', '/')}`,
      text: readFileSync(join(root, folder, path), 'utf8'),
    }));
}

/** Every when clause of the manifest, menus, keys, welcome contents and enablement included. */
export function whenClauses(): readonly string[] {
  const { commands, keybindings, menus, views, viewsWelcome } = manifest.contributes;
  return [
    ...commands.map(({ enablement }) => enablement),
    ...keybindings.map(({ when }) => when),
    ...Object.values(menus).flatMap((items) => items.map(({ when }) => when)),
    ...Object.values(views).flatMap((items) => items.map(({ when }) => when)),
    ...viewsWelcome.map(({ when }) => when),
  ].filter((when) => when !== undefined);
}
