import type { PolicyChecker } from '../../core/assist/findings/policyChecker.ts';
import { DocumentOrder } from '../../core/assist/order/documentOrder.ts';
import { shownDiagnostics } from '../../core/assist/findings/shownDiagnostics.ts';
import { orderFindings, type OrderData } from '../../core/assist/order/orderFindings.ts';
import { LineIndex, type TextPosition } from '../../core/document/text.ts';
import { kindOfDocument, type PolicyDocument } from '../../core/document/policyDocument.ts';
import { readPolicySteps } from '../../core/document/reading/readPolicy.ts';
import type { KnownCollections } from '../../core/policy/collections.ts';
import type { Diagnostic, Severity } from '../../core/document/diagnostic.ts';
import { kindOfPath, spellingOfFile } from './policyFiles.ts';

/**
 * Finds the same problems as the editor, in steps and in the order of the text. `file` is its name in the
 * findings.
 */
export function* findingsSteps(
  file: string,
  text: string,
  collections: KnownCollections,
  checker: PolicyChecker,
  kind = kindOfPath(file),
): Generator<
  true | void,
  { readonly document: PolicyDocument; readonly findings: readonly Finding[] },
  void
> {
  const order = kind && new DocumentOrder(kind, collections);
  const document = yield* readPolicySteps(text, spellingOfFile(file), kind, (slice) => {
    if (kind) {
      const value = slice.value();
      order?.see(slice, value);
      checker.see(kind, slice, value);
    }
  });
  const known = kindOfDocument(document);
  const lists = known ? yield* (order ?? new DocumentOrder(known, collections)).update(document) : [];
  const diagnostics = [
    ...checker.check(document),
    ...shownDiagnostics(orderFindings(document, lists), {}, Infinity),
  ];
  const lines = new LineIndex(text);
  const findings = diagnostics
    .sort((a, b) => a.range.start - b.range.start)
    .map((diagnostic) => findingOf(file, diagnostic, lines));
  return { document, findings };
}

/** A finding in a file, as `--json` prints it. Lines and characters count from zero. */
export interface Finding {
  readonly file: string;
  readonly range: { readonly start: TextPosition; readonly end: TextPosition };
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  /** For findings about rule order: the rule, the rules that cause it, the collection, and the proof. */
  readonly rule?: string;
  readonly by?: readonly string[];
  readonly collection?: string;
  readonly witness?: object;
}

/** A file that could not be checked. */
export interface Failure {
  readonly file: string;
  readonly message: string;
}

/** A part that was not fully checked or may be a mistake, with advice. It does not change the exit code. */
export interface Note {
  /** A folder of a console, a file outside of such folders, or a lock file. */
  readonly about: string;
  readonly message: string;
  /** The title of this kind of note. */
  readonly title: string;
}

/** Two collections with different names can cover each other, and only saved contents show this. */
export function orderByNamesOnly(about: string): Note {
  return {
    about,
    title: 'order-by-names-only',
    message:
      'There is no collections.yaml, so collections are compared by name only. Some shadowed rules are not reported. Run `ordinance pull --collections`.',
  };
}

export function findingOf(file: string, diagnostic: Diagnostic, lines: LineIndex): Finding {
  const { code, severity, message, range } = diagnostic;
  const place = { start: lines.position(range.start), end: lines.position(range.end) };
  return { file, range: place, code, severity, message, ...orderMembers(diagnostic.data) };
}

function orderMembers(data: unknown): Pick<Finding, 'rule' | 'by' | 'collection' | 'witness'> {
  if (typeof data !== 'object' || data === null || !('order' in data)) {
    return {};
  }
  const { rule, by, collection, example } = (data as OrderData).order;
  return {
    rule: rule.name,
    by: collection && by.length === 0 ? collection.within : by.map(({ name }) => name),
    ...(collection && { collection: collection.name }),
    ...(example && { witness: example }),
  };
}

/** `file:line:column: severity: message [code]`, counted from one. */
export function findingLine({ file, range, severity, message, code }: Finding): string {
  return `${file}:${range.start.line + 1}:${range.start.character + 1}: ${severity}: ${message} [${code}]`;
}
