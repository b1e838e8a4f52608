import path from 'node:path';
import { PolicyChecker, type CheckerOptions } from '../../core/assist/findings/policyChecker.ts';
import { readFailureReason, messageOf, passOnCanceled, throwIfCanceled } from '../../core/util/errors.ts';
import { inSlices } from '../../core/util/inSlices.ts';
import { defineCommand } from '../command.ts';
import { exitCode, UsageError, type Output } from '../output.ts';
import { kindNamed, placeOptions } from '../remote/arguments.ts';
import {
  type Failure,
  type Finding,
  findingLine,
  findingOf,
  findingsSteps,
  type Note,
  orderByNamesOnly,
} from './findingsSteps.ts';
import {
  collectionsReader,
  type CollectionsOfFile,
  inputText,
  policyFiles,
  policyFileText,
} from './policyFiles.ts';
import { codeQualityReport, sarifLog } from './reports.ts';
import { checkConsoleFile } from '../../core/assist/consoleFile/checkConsoleFile.ts';
import { checkCollectionsFile } from '../../core/assist/consoleFile/checkCollectionsFile.ts';
import { readTestFile } from '../../core/assist/testFile/readTestFile.ts';
import { consoleFileName } from '../../core/consoleFile/consoleFile.ts';
import { collectionsFileName } from '../../core/document/collectionsText.ts';
import type { Diagnostic } from '../../core/document/diagnostic.ts';
import { LineIndex } from '../../core/document/text.ts';
import { policyNameOfPath, severalFilesError, testSpellingOf } from '../../core/policy/policyFile.ts';
import {
  describeSkipped,
  goneKinds,
  kindsWithFile,
  noneSkipped,
  strayFiles,
} from '../remote/skippedPolicies.ts';
import { repositoryAround } from '../namedFile.ts';

const formats = ['text', 'json', 'sarif', 'github', 'gitlab'] as const;

/**
 * Prints the findings of policy files, the same as in the editor. The exit code is 1 when a finding is an
 * error or a file cannot be read.
 */
export const validate = defineCommand({
  name: 'validate',
  summary: 'checks policy files, the form of tests, ordinance.yaml and collections.yaml; needs no console',
  operands: '[FILE|FOLDER|PATTERN...]',
  details:
    'A FILE "-" is standard input. A FOLDER means all its policy files. Ordinance expands a PATTERN itself, so quote it: "policies/**/*.policy.yaml". Without arguments: the workspace. Checks of rule order use collections.yaml, which `ordinance pull --collections` writes. Without that file, they compare collections by name only. The exit code is 1 if there is an error. `ordinance test` runs the tests.',
  options: {
    policy: {
      argument: 'POLICY',
      description:
        'the policy of the files, such as vulnerability/images (default: from their path or content)',
    },
    console: {
      argument: 'NAME',
      description: 'the console to take collections from (default: collections.yaml beside each file)',
    },
    root: placeOptions.root,
    'ending-within': {
      argument: 'DAYS',
      description: 'reports exceptions that end in fewer days; 0 reports none (default: 14)',
    },
    format: {
      argument: 'FORMAT',
      values: formats,
      description:
        'the format of findings: sarif for code scanning, github for notes on a pull request, gitlab for a code quality report',
    },
  },
  examples: [
    ['ordinance validate', 'every policy file of the workspace'],
    [
      "ordinance validate --format github 'policies/**/*.policy.yaml'",
      'the files that match a pattern, as notes',
    ],
  ],
  documents: ['sarif', 'gitlab'],
  async run({ values, positionals, output, environment }) {
    const kind = values.policy === undefined ? undefined : kindNamed(values.policy);
    const folder = path.resolve(environment.folder, (positionals.length === 0 && values.root) || '.');
    const { files, isSearch, locks, empty } = await policyFiles(positionals, folder);
    const nameOf = (file: string): string =>
      folder === path.resolve(environment.folder) ? file : path.join(values.root ?? '', file);
    const names = files.map(nameOf);
    const collectionsOf = collectionsReader(values, environment);
    const top = await repositoryAround(environment.folder);
    const checks = endingWithin(values['ending-within']);
    const findings: Finding[] = [];
    const byNames = new Set<string>();
    const collectionsFiles = new Set<string>();
    const failures: Failure[] = positionals.length === 0 ? [] : empty.map(emptyFailure);
    failures.push(...severalFiles(names));
    for (const file of names) {
      throwIfCanceled(environment.signal);
      output.detail(`reading ${file}`);
      try {
        const text = await (file === '-'
          ? inputText(environment)
          : policyFileText(top, path.resolve(environment.folder, file)));
        const others = kind ? undefined : otherFindings(file, text);
        if (others) {
          findings.push(...others);
          continue;
        }
        const known = await collectionsOf(file).catch((error: unknown): CollectionsOfFile => {
          failures.push({ file, message: `Could not read the collections: ${messageOf(error)}` });
          return { collections: new Map() };
        });
        const steps = findingsSteps(file, text, known.collections, checkerOf(known, checks), kind);
        const { document, findings: fileFindings } = await inSlices(steps, environment.signal);
        fileFindings.forEach((finding) => findings.push(finding));
        if (known.file !== undefined) {
          collectionsFiles.add(known.file);
        }
        if (known.missing !== undefined && document.arrays().some(({ rules }) => rules.length > 1)) {
          byNames.add(known.missing);
        }
      } catch (error) {
        passOnCanceled(error);
        failures.push({ file, message: `Cannot be read: ${readFailureReason(error)}` });
      }
    }
    names.forEach((file) => collectionsFiles.delete(path.resolve(environment.folder, file)));
    for (const file of collectionsFiles) {
      // The file was read before. If it is gone now, it has no more findings.
      const text = await policyFileText(top, file).catch(() => '');
      findings.push(
        ...(text === '' ? [] : (otherFindings(path.relative(environment.folder, file), text) ?? [])),
      );
    }
    // --quiet shortens only text: a report with fewer findings would close alerts, or lose notes.
    const isBrief = values.quiet && values.format !== 'github';
    const shown = isBrief ? findings.filter(({ severity }) => severity === 'error') : findings;
    failures.forEach(({ file, message }) => output.error(`${file}: ${message}`));
    printFindings(shown, values.format, output);
    const notes = [
      ...[...byNames].map(orderByNamesOnly),
      ...(await skippedIn(locks.map(nameOf), environment.folder)),
    ];
    printNotes(isBrief ? [] : notes, values, output);
    if (isSearch && shown.length + failures.length === 0) {
      output.out(
        names.length === 0
          ? 'nothing to validate: there is no policy file here'
          : `${fileCount(names.length)}: nothing found`,
      );
    }
    const isWrong = failures.length > 0 || findings.some(({ severity }) => severity === 'error');
    return {
      code: isWrong ? exitCode.problems : exitCode.ok,
      document:
        values.format === 'sarif'
          ? sarifLog(findings, { failures, notes }, environment.version ?? 'unknown')
          : values.format === 'gitlab'
            ? codeQualityReport(findings)
            : {
                findings,
                ...(failures.length > 0 && { failed: failures }),
                ...(notes.length > 0 && { notes: notes.map(({ about, message }) => ({ about, message })) }),
              },
    };
  },
});

/** Collections that a rule names are unknown where the kept ones do not have them. */
function checkerOf({ collections, missing }: CollectionsOfFile, options: CheckerOptions): PolicyChecker {
  const isKnown = missing === undefined && collections.size > 0;
  const known = isKnown && { collections: new Set([...collections.keys(), 'All']) };
  return new PolicyChecker({ ...options, ...(known && { known: () => known }) });
}

/** Throws UsageError. */
function endingWithin(days: string | undefined): { readonly endingWithinDays?: number } {
  if (days === undefined) {
    return {};
  }
  if (!/^\d{1,5}$/.test(days)) {
    throw new UsageError(`--ending-within takes a number of days, not "${days}"`);
  }
  return { endingWithinDays: Number(days) };
}

function printFindings(findings: readonly Finding[], format: string | undefined, output: Output): void {
  for (const finding of findings) {
    if (format !== 'github') {
      const color = { error: 'red', warning: 'yellow', information: undefined, hint: undefined } as const;
      output.problem(findingLine(finding), color[finding.severity]);
      continue;
    }
    const { file, severity, message, code, range } = finding;
    const { start, end } = range;
    output.workflow({
      level: severity === 'error' || severity === 'warning' ? severity : 'notice',
      title: code,
      message,
      place: {
        file: file.replaceAll('\\', '/'),
        line: start.line + 1,
        endLine: end.line + 1,
        // Columns are valid only for a range on one line.
        ...(start.line === end.line && { col: start.character + 1, endColumn: end.character + 1 }),
      },
    });
  }
}

/** Prints notes, on standard error unless the format has a place for them. */
function printNotes(
  notes: readonly Note[],
  { format, json }: { readonly format?: string; readonly json?: boolean },
  output: Output,
): void {
  if (json || format === 'json' || format === 'sarif') {
    return;
  }
  for (const { about, message, title } of notes) {
    if (format === 'github') {
      output.workflow({ level: 'notice', title, message: `${about}: ${message}` });
    } else {
      output.error(`${about}: ${message}`);
    }
  }
}

function emptyFailure(name: string): Failure {
  return { file: name, message: 'There is no policy file' };
}

/** Policies with several files. No other command takes one of them. */
function severalFiles(names: readonly string[]): readonly Failure[] {
  const byPolicy = Map.groupBy(new Set(names), (name) => {
    const policy = policyNameOfPath(name);
    return policy === undefined ? name : path.join(path.dirname(name), path.basename(policy));
  });
  return [...byPolicy.values()].flatMap(([file = '', ...others]) => {
    const policy = policyNameOfPath(file);
    return policy === undefined || others.length === 0
      ? []
      : [{ file, message: severalFilesError(policy, [file, ...others]).message }];
  });
}

function fileCount(files: number): string {
  return files === 1 ? '1 file' : `${files} files`;
}

/** The findings of a file of consoles, collections or tests; undefined for any other file. */
function otherFindings(file: string, text: string): readonly Finding[] | undefined {
  const diagnostics = diagnosticsOf(file, text);
  if (!diagnostics) {
    return undefined;
  }
  const lines = new LineIndex(text);
  return diagnostics.map((diagnostic) => findingOf(file, diagnostic, lines));
}

function diagnosticsOf(file: string, text: string): readonly Diagnostic[] | undefined {
  const name = path.basename(file);
  const spelling = testSpellingOf(name);
  return name === consoleFileName
    ? checkConsoleFile(text)
    : name === collectionsFileName
      ? checkCollectionsFile(text)
      : spelling && readTestFile(text, spelling, { path: file }).diagnostics;
}

/** Notes on policies without a file, and on files without a policy, in the folders of these lock files. */
async function skippedIn(locks: readonly string[], folder: string): Promise<readonly Note[]> {
  const notes: Note[] = [];
  for (const lock of locks) {
    const policyFolder = path.dirname(path.resolve(folder, lock));
    const kinds = await kindsWithFile(policyFolder);
    const stray = await strayFiles(policyFolder, policyFolder, kinds);
    for (const [file, words] of describeSkipped({ ...noneSkipped, stray })) {
      notes.push({ about: path.join(path.dirname(lock), file), title: 'stray-file', message: `${words}.` });
    }
    const about = { about: lock, title: 'file-gone' };
    try {
      const gone = await goneKinds(policyFolder, policyFolder, kinds);
      for (const [policy, words] of describeSkipped({ ...noneSkipped, gone })) {
        notes.push({ ...about, message: `${policy}: ${words}.` });
      }
    } catch (error) {
      notes.push({ ...about, message: `Could not read the file: ${messageOf(error)}` });
    }
  }
  return notes;
}
