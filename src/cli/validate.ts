import { isUtf8 } from 'node:buffer';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { kindOf, PolicyChecker } from '../core/assist/findings/checkPolicy.ts';
import { orderDiagnostics, type OrderData } from '../core/assist/order/orderDiagnostics.ts';
import type { Diagnostic } from '../core/document/diagnostic.ts';
import { LineIndex } from '../core/document/lineIndex.ts';
import { PolicyDocument } from '../core/document/policyDocument.ts';
import { policyKind, policyKinds, type PolicyKind } from '../core/policy/families.ts';
import { policyNameOfPath, spellingOf, type Spelling } from '../core/policy/policyFile.ts';
import { readRegularFile } from '../core/sync/store/regularFile.ts';
import { messageOf, throwIfCancelled } from '../core/util/errors.ts';
import { exitCode, UsageError, type Output } from './output.ts';
import { CollectionsOfFiles } from './collectionsOfFiles.ts';
import type { Environment } from './remote/environment.ts';

export const validateUsage =
  'ordinance validate [--json] [--policy <family>/<target>] [--console NAME] FILE…';

const options = {
  json: { type: 'boolean', default: false },
  policy: { type: 'string' },
  console: { type: 'string' },
} satisfies ParseArgsConfig['options'];

/**
 * Prints the diagnostics of policy files, the same ones as the editor. With `--json` one object per line, positions
 * counted from zero; otherwise `file:line:column`, counted from one. Exit code 1 when there is an error among them or a
 * file cannot be read.
 */
export async function validate(
  args: readonly string[],
  output: Output,
  environment: Environment,
): Promise<number> {
  const { signal } = environment;
  const { values, files } = parse(args);
  const collections = new CollectionsOfFiles(values.console, environment);
  const kind = values.policy === undefined ? undefined : kindNamed(values.policy);
  const checker = new PolicyChecker();
  let failed = false;
  for (const file of files) {
    throwIfCancelled(signal);
    const bytes = await readFile(file).catch((error: unknown) => {
      output.error(`${file}: cannot be read: ${messageOf(error)}`);
      return undefined;
    });
    if (!bytes || !isUtf8(bytes)) {
      if (bytes) {
        output.error(`${file}: is not UTF-8 text`);
      }
      failed = true;
      continue;
    }
    const text = bytes.toString();
    const document = PolicyDocument.read(text, spellingOfFile(file), kind ?? kindOfPath(file));
    const lines = new LineIndex(text);
    const found: readonly Diagnostic[] = checker.check(document);
    const known = kindOf(document);
    const scopes = await collections.of(file).catch((error: unknown) => {
      output.error(`${file}: nothing is known of its collections: ${messageOf(error)}`);
      failed = true;
      return new Map<string, never>();
    });
    const order = known ? orderDiagnostics(document, known, scopes) : [];
    for (const diagnostic of [...found, ...order].sort((a, b) => a.range.start - b.range.start)) {
      failed ||= diagnostic.severity === 'error';
      if (values.json) {
        output.json(asJson(file, diagnostic, lines));
      } else {
        output.out(asText(file, diagnostic, lines));
      }
    }
  }
  return failed ? exitCode.problems : exitCode.ok;
}

function parse(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    if (positionals.length === 0) {
      throw new UsageError('no file given');
    }
    return { values, files: positionals };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(messageOf(error));
  }
}

function kindNamed(name: string): PolicyKind {
  const kind = policyKind(name);
  if (!kind) {
    throw new UsageError(
      `no policy is called ${name}; known are ${policyKinds.map((one) => one.name).join(', ')}`,
    );
  }
  return kind;
}

function kindOfPath(file: string): PolicyKind | undefined {
  const name = policyNameOfPath(file);
  return name === undefined ? undefined : policyKind(name);
}

/** Files that are not named as policy files are read by their ending; what is not `.json` is YAML, of which JSON is nearly a part. */
function spellingOfFile(file: string): Spelling {
  return spellingOf(file) ?? (file.endsWith('.json') ? 'json' : 'yaml');
}

function asJson(file: string, diagnostic: Diagnostic, lines: LineIndex): object {
  const { code, severity, message, range } = diagnostic;
  const place = { start: lines.position(range.start), end: lines.position(range.end) };
  return { file, range: place, code, severity, message, ...orderMembers(diagnostic.data) };
}

/** Of findings about the order of rules: the rule, because of whom, and what proves it. */
function orderMembers(data: unknown): object {
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

function asText(file: string, diagnostic: Diagnostic, lines: LineIndex): string {
  const { line, character } = lines.position(diagnostic.range.start);
  return `${file}:${line + 1}:${character + 1}: ${diagnostic.severity}: ${diagnostic.message} [${diagnostic.code}]`;
}

async function readFile(file: string): Promise<Buffer> {
  const bytes = await readRegularFile(file);
  if (!bytes) {
    throw new Error('there is no such file');
  }
  return bytes;
}
