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
import { toRange } from '../workspace/textFiles.ts';
import type { FeatureServices } from '../featureServices.ts';

export const collectionsScheme = 'ordinance-collections';

/**
 * Links the name of a collection in a rule to its definition in a read-only document of the console's collections, and to
 * all rules that name the collection in the policy files of the console.
 */
export class CollectionLinks
  extends DisposableOwner
  implements vscode.DefinitionProvider, vscode.ReferenceProvider
{
  readonly #services: FeatureServices;
  readonly #texts = this.disposables.add(new VirtualTexts(collectionsScheme));

  constructor(services: FeatureServices) {
    super();
    this.#services = services;
  }

  async provideDefinition(
    document: vscode.TextDocument,
    position: vscode.Position,
  ): Promise<vscode.LocationLink[]> {
    const collection = await this.#at(document, position);
    if (!collection) {
      return [];
    }
    const { list } =
      this.#services.lookups.ofConsole(collection.console) ??
      (await this.#services.lookups.read(collection.console));
    const text = collectionsText(list);
    const lines = text.split('\n');
    const line = lines.indexOf(nameLine(collection.name));
    if (line === -1) {
      return [];
    }
    const uri = vscode.Uri.from({
      scheme: collectionsScheme,
      path: `/${collection.console.entry.name}/collections.json`,
      query: collection.console.id,
    });
    await this.#texts.set(uri, text);
    const end = lines.findIndex((text, index) => index > line && text.startsWith('  }'));
    return [
      {
        originSelectionRange: collection.range,
        targetUri: uri,
        targetRange: new vscode.Range(line - 1, 0, end, 3),
        targetSelectionRange: new vscode.Range(line, 0, line, Number.MAX_SAFE_INTEGER),
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
    const collection =
      document.uri.scheme === collectionsScheme
        ? this.#inDefinitions(document, position)
        : await this.#at(document, position);
    if (!collection) {
      return [];
    }
    const locations: vscode.Location[] = [];
    for (const { name } of policyKinds) {
      if (token.isCancellationRequested) {
        break;
      }
      const uri = await this.#services.consoles.findFile(collection.console, name);
      const policy = uri && (await this.#services.documents.read(uri));
      const ranges = policy ? rangesOf(policy, collection.name) : [];
      if (uri && ranges.length > 0) {
        const file = await vscode.workspace.openTextDocument(uri);
        locations.push(...ranges.map((range) => new vscode.Location(uri, toRange(file, range))));
      }
    }
    return locations;
  }

  async #at(document: vscode.TextDocument, position: vscode.Position): Promise<NamedCollection | undefined> {
    const console = this.#services.consoles.policyAt(document.uri)?.console;
    const policy = console && (await this.#services.documents.open(document));
    const place = policy && ruleNodeAt(policy, document.offsetAt(position));
    if (!console || !place) {
      return undefined;
    }
    const { rule, field, node } = place;
    if (field?.schema.refersTo !== 'collections' || node.kind !== 'string') {
      return undefined;
    }
    return { console, name: node.value, range: toRange(document, shiftRange(node.range, rule.range.start)) };
  }

  #inDefinitions(document: vscode.TextDocument, position: vscode.Position): NamedCollection | undefined {
    const console = this.#services.consoles.get(document.uri.query);
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

/** The name of a collection in a document. */
interface NamedCollection {
  readonly console: ConsoleHandle;
  readonly name: string;
  readonly range: vscode.Range;
}

/** The places at which the rules of a policy name a collection. */
function rangesOf(policy: PolicyDocument, name: string): TextRange[] {
  return policy.arrays().flatMap(({ rules }) =>
    rules
      .filter(({ facts }) => facts.collections.includes(name))
      .flatMap((rule) => {
        const list = nodeAtPath(rule.node(), ['collections']);
        const items = list?.kind === 'array' ? list.items : [];
        return items
          .map((item) => nodeAtPath(item, ['name']))
          .filter((node) => node?.kind === 'string' && node.value === name)
          .map((node) => shiftRange(node!.range, rule.range.start));
      }),
  );
}

/** The collections as indented JSON, with the name of each on a line of its own. */
function collectionsText(list: readonly Collection[]): string {
  const entries = list.map(({ name, description, color, system, patterns }) => ({
    name,
    description,
    color,
    system,
    ...patterns,
  }));
  return `${JSON.stringify(entries, undefined, 2)}\n`;
}

function nameLine(name: string): string {
  return `    "name": ${JSON.stringify(name)},`;
}
