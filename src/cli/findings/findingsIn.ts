import { isUtf8 } from 'node:buffer';
import { kindOf, type PolicyChecker } from '../../core/assist/findings/checkPolicy.ts';
import { DocumentOrder, ReadOnce } from '../../core/assist/order/documentOrder.ts';
import { shownDiagnostics } from '../../core/assist/findings/shownDiagnostics.ts';
import { orderFindings, type OrderData } from '../../core/assist/order/orderFindings.ts';
import { LineIndex, type TextPosition } from '../../core/document/text.ts';
import type { PolicyDocument } from '../../core/document/policyDocument.ts';
import { readPolicySteps, readPolicyText } from '../../core/document/reading/readPolicy.ts';
import type { KnownCollections } from '../../core/policy/collections.ts';
import { policyKind, type PolicyKind, families } from '../../core/policy/families.ts';
import { policyNameOfPath, spellingOf, type Spelling } from '../../core/policy/policyFile.ts';
import { readRegularFile } from '../../core/sync/store/regularFile.ts';
import type { Environment } from '../command.ts';
import type { Diagnostic, Severity } from '../../core/document/diagnostic.ts';
import { namedPlace } from '../namedFile.ts';
import path from 'node:path';
import { collectionsFileName } from '../../core/document/collectionsText.ts';
import { keptCollections } from '../../core/sync/store/collectionsFile.ts';
import { consolePlace, type Place } from '../remote/consolePlace.ts';

/**
 * The text of a policy file. `top` is the repository, as in `namedPlace`. Throws when the file does not
 * exist, is not UTF-8, or cannot be read.
 */
export async function policyFileText(top: string, path: string): Promise<string> {
  const bytes = await readRegularFile(await namedPlace(top, path));
  if (!bytes) {
    throw new Error('there is no such file');
  }
  return textOf(bytes);
}

/** The text of standard input. */
export async function inputText({ input }: Pick<Environment, 'input'>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of input ?? []) {
    parts.push(Buffer.from(part));
  }
  return textOf(Buffer.concat(parts));
}

function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) {
    throw new Error('it is not UTF-8 text');
  }
  return bytes.toString();
}

/** The document of a file. Its policy is `kind`, else the policy that the path names. */
export function documentOfFile(file: string, text: string, kind?: PolicyKind): PolicyDocument {
  return readPolicyText(text, spellingOfFile(file), kind ?? kindOfPath(file));
}

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
  const order = kind && new DocumentOrder(kind, collections, new ReadOnce());
  const document = yield* readPolicySteps(text, spellingOfFile(file), kind, (slice) => {
    if (kind) {
      order?.see(slice);
      checker.see(kind, slice);
    }
  });
  const known = kindOf(document);
  const lists = known
    ? yield* (order ?? new DocumentOrder(known, collections, new ReadOnce())).update(document)
    : [];
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

export function kindOfPath(file: string): PolicyKind | undefined {
  const name = policyNameOfPath(file);
  return name === undefined ? undefined : policyKind(name);
}

/**
 * Without the name of a policy file, a file that ends with `.json` is JSON and any other is YAML, which
 * includes nearly all JSON.
 */
function spellingOfFile(file: string): Spelling {
  return spellingOf(file) ?? (file.endsWith('.json') ? 'json' : 'yaml');
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

/** The known collections of a policy file. */
export interface CollectionsOfFile {
  readonly collections: KnownCollections;
  /** The file with the collections, if there is one. */
  readonly file?: string;
  /** The place without saved collections: a folder of a console, a console, or a file outside of such folders. */
  readonly missing?: string;
}

/**
 * Returns a function that finds the collections for a policy file: those saved beside the file, or those of the named
 * console. A file outside of the folders of consoles has no known collections. The function throws ExpectedError.
 */
export function collectionsReader(
  place: Place,
  environment: Environment,
): (file: string) => Promise<CollectionsOfFile> {
  const known = new Map<string, Promise<CollectionsOfFile>>();
  return async (file) => {
    const folder = place.console === undefined ? folderOf(path.resolve(environment.folder, file)) : '';
    if (folder === undefined) {
      return { collections: new Map(), missing: file };
    }
    const reading = known.get(folder) ?? readCollectionsIn(folder, place, environment);
    known.set(folder, reading);
    return reading;
  };
}

async function readCollectionsIn(
  folder: string,
  place: Place,
  environment: Environment,
): Promise<CollectionsOfFile> {
  const { root, policyFolder } =
    place.console === undefined
      ? { root: folder, policyFolder: folder }
      : await consolePlace(place, environment);
  const collections = await keptCollections(root, policyFolder);
  return collections
    ? { collections, file: path.join(policyFolder, collectionsFileName) }
    : { collections: new Map(), missing: path.relative(environment.folder, policyFolder) || '.' };
}

/** The `<folder>` of a file in `<folder>/<family>/`, also of a file whose name matches no policy. */
function folderOf(file: string): string | undefined {
  const parent = path.dirname(file);
  return families.some((family) => family === path.basename(parent)) ? path.dirname(parent) : undefined;
}
