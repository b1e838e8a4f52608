import { isUtf8 } from 'node:buffer';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { PolicyChecker } from '../core/assist/findings/checkPolicy.ts';
import type { Diagnostic } from '../core/document/diagnostic.ts';
import { LineIndex } from '../core/document/lineIndex.ts';
import { PolicyDocument } from '../core/document/policyDocument.ts';
import { policyKind, policyKinds, type PolicyKind } from '../core/policy/families.ts';
import { policyNameOfPath, spellingOf, type Spelling } from '../core/policy/policyFile.ts';
import { readRegularFile } from '../core/sync/store/regularFile.ts';
import { messageOf, throwIfCancelled } from '../core/util/errors.ts';
import { exitCode, UsageError, type Output } from './output.ts';
import type { Environment } from './remote/environment.ts';

export const validateUsage = 'ordinance validate [--json] [--policy <family>/<target>] FILE…';

const options = {
  json: { type: 'boolean', default: false },
  policy: { type: 'string' },
} satisfies ParseArgsConfig['options'];

/**
 * Prints the diagnostics of policy files, the same ones as the editor. With `--json` one object per line, positions
 * counted from zero; otherwise `file:line:column`, counted from one. Exit code 1 when there is an error among them or a
 * file cannot be read.
 */
export async function validate(
  args: readonly string[],
  output: Output,
  { signal }: Pick<Environment, 'signal'> = {},
): Promise<number> {
  const { values, files } = parse(args);
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
    for (const diagnostic of checker.check(document)) {
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
  return { file, range: place, code, severity, message };
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
