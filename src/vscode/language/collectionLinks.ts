import * as vscode from 'vscode';
import type { PolicyDocument } from '../../core/document/policyDocument.ts';
import { ruleNodeAt } from '../../core/assist/completion/placeInPolicy.ts';
import type { TextRange } from '../../core/document/text.ts';
import { nodeAtPath, shiftRange } from '../../core/document/syntaxNode.ts';
import { policyKinds } from '../../core/policy/families.ts';
import type { Collection } from '../../core/consoleFile/resources.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import { VirtualTexts } from '../workspace/virtualTexts.ts';
import { toRange } from './ranges.ts';
import type { LanguageServices } from './languageServices.ts';

export const collectionsScheme = 'ordinance-collections';

/**
 * From the name of a collection in a rule to its definition (a read-only document of the console's collections) and to
 * every rule of the console's working copies that names it.
 */
export class CollectionLinks
  extends DisposableOwner
  implements vscode.DefinitionProvider, vscode.ReferenceProvider
{
  readonly #deps: LanguageServices;
  readonly #texts = this.disposables.add(new VirtualTexts(collectionsScheme));

  constructor(deps: LanguageServices) {
    super();
    this.#deps = deps;
  }

  async provideDefinition(
    document: vscode.TextDocument,
    position: vscode.Position,
  ): Promise<vscode.LocationLink[]> {
    const found = await this.#at(document, position);
    if (!found) {
      return [];
    }
    const { list } =
      this.#deps.lookups.ofConsole(found.console) ?? (await this.#deps.lookups.read(found.console));
    const place = list.findIndex(({ name }) => name === found.name);
    if (place === -1) {
      return [];
    }
    const { text, lines } = collectionsText(list);
    const uri = vscode.Uri.from({
      scheme: collectionsScheme,
      path: `/${found.console.entry.name}/collections.json`,
      query: found.console.id,
    });
    await this.#texts.set(uri, text);
    const line = lines[place] ?? 0;
    return [
      {
        originSelectionRange: found.range,
        targetUri: uri,
        targetRange: new vscode.Range(line, 0, (lines[place + 1] ?? line + 1) - 1, 0),
        targetSelectionRange: new vscode.Range(line + 1, 0, line + 1, Number.MAX_SAFE_INTEGER),
      },
    ];
  }

  /** From a rule, or from the document of collections. */
  async provideReferences(
    document: vscode.TextDocument,
    position: vscode.Position,
    _context: vscode.ReferenceContext,
    token: vscode.CancellationToken,
  ): Promise<vscode.Location[]> {
    const found =
      document.uri.scheme === collectionsScheme
        ? this.#inDefinitions(document, position)
        : await this.#at(document, position);
    if (!found) {
      return [];
    }
    const locations: vscode.Location[] = [];
    for (const { name } of policyKinds) {
      if (token.isCancellationRequested) {
        break;
      }
      const uri = await this.#deps.files.find(found.console, name);
      const policy = uri && (await this.#deps.documents.read(uri));
      const ranges = policy ? offsetsOf(policy, found.name) : [];
      if (uri && ranges.length > 0) {
        const file = await vscode.workspace.openTextDocument(uri);
        locations.push(...ranges.map((range) => new vscode.Location(uri, toRange(file, range))));
      }
    }
    return locations;
  }

  async #at(document: vscode.TextDocument, position: vscode.Position): Promise<Found | undefined> {
    const console = this.#deps.consoles.policyAt(document.uri)?.console;
    const policy = console && (await this.#deps.documents.open(document));
    const found = policy && ruleNodeAt(policy, document.offsetAt(position));
    if (!console || !found) {
      return undefined;
    }
    const { rule, path, node } = found;
    const isName =
      path[0] === 'collections' && (path.length === 2 || (path.length === 3 && path[2] === 'name'));
    if (!isName || node.kind !== 'string') {
      return undefined;
    }
    return { console, name: node.value, range: toRange(document, shiftRange(node.range, rule.range.start)) };
  }

  #inDefinitions(document: vscode.TextDocument, position: vscode.Position): Found | undefined {
    const console = this.#deps.consoles.get(document.uri.query);
    if (!console) {
      return undefined;
    }
    for (let { line } = position; line >= 0; line--) {
      const [, quoted] = /^ {4}"name": ("(?:[^"\\]|\\.)*")/.exec(document.lineAt(line).text) ?? [];
      if (quoted !== undefined) {
        const name: unknown = JSON.parse(quoted);
        return { console, name: String(name), range: document.lineAt(line).range };
      }
    }
    return undefined;
  }
}

interface Found {
  readonly console: ConsoleHandle;
  readonly name: string;
  readonly range: vscode.Range;
}

/** Where the rules of a policy name a collection. */
export function offsetsOf(policy: PolicyDocument, name: string): TextRange[] {
  return policy.arrays().flatMap(({ rules }) =>
    rules
      .filter(({ facts }) => facts.collections.includes(name))
      .flatMap((rule) => {
        const list = nodeAtPath(rule.node(), ['collections']);
        const items = list?.kind === 'array' ? list.items : [];
        return items
          .map((item) => (item.kind === 'string' ? item : nodeAtPath(item, ['name'])))
          .filter((node) => node?.kind === 'string' && node.value === name)
          .map((node) => shiftRange(node!.range, rule.range.start));
      }),
  );
}

/** The document, and the line on which each collection begins. */
export function collectionsText(list: readonly Collection[]): { text: string; lines: readonly number[] } {
  const texts = list.map(({ name, description, color, system, patterns }) =>
    JSON.stringify({ name, description, color, system, ...patterns }, undefined, 2).replaceAll(/^/gm, '  '),
  );
  const lines: number[] = [];
  let line = 1;
  for (const text of texts) {
    lines.push(line);
    line += text.split('\n').length;
  }
  return { text: texts.length > 0 ? `[\n${texts.join(',\n')}\n]\n` : '[]\n', lines };
}
