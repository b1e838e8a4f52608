import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.ts';
import { projectRoot } from './paths.ts';

/** What an import of another file becomes when it is bundled; the editor itself is there from the start. */
const asked = /^var (import_\w+) = ((?:__toESM\()?require\("(?!vscode")[^"]+"\)(?:, 1)?\)?);$/gm;

/** What a table of commands says that one of them does. */
const ofCommand = /"(ordinance\.[\w.]+)": (\(\w+\(\)\)\.\w+)(?=,?\s*(?:\n| \}))/g;
/** How a bundle gives out what it holds: behind a second object, which every use of something in another file would go through. */
const givenOut = /\bmodule\.exports = __toCommonJS\((\w+)\);/;

const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
};
const commands = new Set(manifest.contributes.commands.map(({ command }) => command));

/**
 * Lets a bundle load every other file, and module of Node, when it first uses something of it, once: starting compiles nothing that
 * starting does not need. What a command does is asked for when the command is called. Lines stay where they are, for their source map.
 */
export function bindLate(code: string): string {
  const binding = new Map<string, string>();
  const ways = new Map<string, string>();
  const bound = code.replaceAll(asked, (_, name: string, load: string) => {
    const known = ways.get(load);
    const own = known ?? `late_${name}`;
    ways.set(load, own);
    binding.set(name, own);
    return known === undefined ? `var ${own}_loaded, ${own} = () => ${own}_loaded ??= ${load};` : '';
  });
  const used = bound
    .replace(givenOut, 'module.exports = __defProp($1, "__esModule", { value: true });')
    .replaceAll(/\b(import_\w+)\b(?=\.)/g, (name) => {
      const way = binding.get(name);
      return way === undefined ? name : `(${way}())`;
    })
    .replaceAll(ofCommand, (named, id: string, act: string) =>
      commands.has(id) ? `"${id}": (...all) => ${act}(...all)` : named,
    );
  // Whatever names one in another way than by a member would find nothing when it runs.
  const missed = used.match(/\bimport_\w+\b/g)?.find((name) => binding.has(name));
  if (missed !== undefined) {
    throw new Failure(`the bundle uses ${missed} in a way that is not known here`);
  }
  return used;
}
