import type { Diagnostic, PolicyWarning } from '../../document/diagnostic.ts';
import { LineIndex } from '../../document/lineIndex.ts';
import type { PolicyDocument } from '../../document/policyDocument.ts';
import { pause } from '../../util/pause.ts';
import type { KnownCollections } from '../../policy/collections.ts';
import type { PolicyKind } from '../../policy/families.ts';
import { inSlices } from '../../util/inSlices.ts';
import { DocumentOrder, ReadOnce } from '../order/documentOrder.ts';
import { notAnalyzedIn, orderDiagnostics } from '../order/orderDiagnostics.ts';
import { kindOf, PolicyChecker } from './checkPolicy.ts';
import type { Severities } from './severities.ts';

export interface WarningOptions {
  readonly severities?: Severities;
  readonly collections?: KnownCollections | undefined;
}

/**
 * A push needs these findings whatever the settings and the knowledge of the console. The document must not change,
 * because its findings are cached. It is checked in slices, and a similar document only in the rules that differ.
 */
export class PushFindings {
  #checker: PolicyChecker | undefined;
  readonly #found = new WeakMap<PolicyDocument, Promise<readonly Diagnostic[]>>();
  readonly #order = new WeakMap<
    PolicyDocument,
    { readonly collections: KnownCollections; readonly found: Promise<readonly Diagnostic[]> }
  >();

  /** The errors refuse the push, one sentence each. */
  async errors(document: PolicyDocument): Promise<readonly string[]> {
    const errors = (await this.#of(document)).filter(({ severity }) => severity === 'error');
    return errors.map(({ message }) => message);
  }

  /**
   * The plan shows these warnings, one line each. They include findings of the order when `collections` is known.
   * Warnings that `severities` raises to errors are included, because settings refuse no push.
   */
  async warnings(document: PolicyDocument, options: WarningOptions = {}): Promise<readonly PolicyWarning[]> {
    const { severities = {}, collections } = options;
    const isWarning = ({ code, severity }: Diagnostic): boolean => {
      const wanted = Object.hasOwn(severities, code) ? severities[code] : undefined;
      return severity !== 'error' && ['warning', 'error'].includes(wanted ?? severity);
    };
    const own = await this.#of(document);
    const order = collections ? await this.#orderOf(document, collections) : [];
    const found = [...own, ...order].filter(isWarning).sort((a, b) => a.range.start - b.range.start);
    const last = found.at(-1);
    if (!last) {
      return [];
    }
    const lines = new LineIndex(document.slice(0, last.range.start + 1));
    const rules = document.arrays().flatMap((array) => array.rules);
    return found.map(({ code, message, range: { start } }) => {
      const rule = rules.find(({ range }) => range.start <= start && start < range.end);
      return {
        text: `line ${lines.position(start).line + 1}: ${message}`,
        identity: JSON.stringify([rule?.array, rule?.facts.name, code, message]),
      };
    });
  }

  #orderOf(document: PolicyDocument, collections: KnownCollections): Promise<readonly Diagnostic[]> {
    const known = this.#order.get(document);
    if (known?.collections === collections) {
      return known.found;
    }
    const kind = kindOf(document);
    const found = kind ? orderFindingsOf(document, kind, collections) : Promise.resolve([]);
    this.#order.set(document, { collections, found });
    return found;
  }

  #of(document: PolicyDocument): Promise<readonly Diagnostic[]> {
    const found = this.#found.get(document) ?? this.#check(document);
    this.#found.set(document, found);
    return found;
  }

  async #check(document: PolicyDocument): Promise<readonly Diagnostic[]> {
    this.#checker ??= new PolicyChecker();
    await this.#checker.prepare(document, pause);
    return this.#checker.check(document);
  }
}

async function orderFindingsOf(
  document: PolicyDocument,
  kind: PolicyKind,
  collections: KnownCollections,
): Promise<readonly Diagnostic[]> {
  const order = new DocumentOrder(kind, collections, undefined, new ReadOnce());
  const lists = await inSlices(order.update(document));
  return [...notAnalyzedIn(document, lists), ...orderDiagnostics(document, lists).diagnostics];
}
