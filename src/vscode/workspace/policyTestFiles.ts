import * as vscode from 'vscode';
import { readTestFile, testsOfPolicy, type TestFile } from '../../core/assist/testFile/readTestFile.ts';
import { MAX_TEST_FILE_BYTES, testSpellingOf } from '../../core/policy/policyFile.ts';
import type { PolicyKind } from '../../core/policy/families.ts';
import type { JsonObject } from '../../core/json/json.ts';
import { runTestsOfFiles, type PlannedTests } from '../../core/policyTest/runTests.ts';
import { testedPolicy } from '../../core/policyTest/policyTest.ts';
import type { ConsoleLookups } from './consoleLookups.ts';
import { DisposableOwner, Emitter } from '../../core/util/disposable.ts';
import { messageOf, passOnUnexpected } from '../../core/util/errors.ts';
import type { Logger } from '../../core/util/logger.ts';
import type { ConsoleHandle } from './consoleHandle.ts';
import type { Consoles } from './consoles.ts';
import { rangeIn, openDocument, workingText } from './textFiles.ts';
import { changedMeanwhile } from '../../core/document/ruleRef.ts';
import { renameInTests } from '../../core/assist/testFile/editTests.ts';
import type { PolicyDocument } from '../../core/document/policyDocument.ts';
import { LineIndex } from '../../core/document/text.ts';

/** A current test file, with the console of its policies. */
export interface FoundTests {
  readonly uri: vscode.Uri;
  readonly console: ConsoleHandle;
  readonly text: string;
  readonly file: TestFile;
}

/** The limit of test files in a console's folder. */
const MAX_FILES = 1000;

/** The test files in the folders of consoles. Unsaved text comes before the text on disk. */
export class PolicyTestFiles extends DisposableOwner {
  readonly #consoles: Pick<Consoles, 'consoles'>;
  readonly #log: Logger;
  readonly #changed = this.disposables.add(new Emitter<vscode.Uri>());
  /** Fires on every keystroke too; listeners coalesce the events. */
  readonly onDidChange = this.#changed.event;
  readonly #read = new Map<string, { readonly text: string; readonly file: TestFile }>();

  constructor(consoles: Pick<Consoles, 'consoles' | 'onDidChangeDisk'>, log: Logger) {
    super();
    this.#consoles = consoles;
    this.#log = log;
    this.disposables.addAll(
      // A path without an extension may be a folder with test files.
      consoles.onDidChangeDisk(({ uri }) => {
        if (isTestFile(uri) || uri.path.lastIndexOf('.') < uri.path.lastIndexOf('/')) {
          this.#changed.fire(uri);
        }
      }),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0 && isTestFile(document.uri)) {
          this.#changed.fire(document.uri);
        }
      }),
      // Closing without saving restores the saved text.
      vscode.workspace.onDidCloseTextDocument(({ uri }) => isTestFile(uri) && this.#changed.fire(uri)),
    );
  }

  /** The console whose folder contains a file. */
  consoleOf(uri: vscode.Uri): ConsoleHandle | undefined {
    return this.#consoles.consoles.find(
      ({ policyFolder }) =>
        uri.scheme === policyFolder.scheme && uri.path.startsWith(`${policyFolder.path}/`),
    );
  }

  /** All test files; in an untrusted workspace, only the open ones. */
  async all(): Promise<readonly FoundTests[]> {
    const places = new Map<string, vscode.Uri>();
    for (const console of vscode.workspace.isTrusted ? this.#consoles.consoles : []) {
      const pattern = new vscode.RelativePattern(console.policyFolder, '**/*.policy-test.{json,yaml,yml}');
      for (const uri of await vscode.workspace.findFiles(pattern, undefined, MAX_FILES)) {
        places.set(uri.toString(), uri);
      }
    }
    for (const { uri, isClosed } of vscode.workspace.textDocuments) {
      if (!isClosed && isTestFile(uri)) {
        places.set(uri.toString(), uri);
      }
    }
    const files = await Promise.all([...places.values()].map((uri) => this.read(uri)));
    return files
      .filter((file) => file !== undefined)
      .toSorted((a, b) => (a.uri.toString() < b.uri.toString() ? -1 : 1));
  }

  /** Undefined where there is no such file, or it belongs to no console, or cannot be read. */
  async read(uri: vscode.Uri): Promise<FoundTests | undefined> {
    const console = this.consoleOf(uri);
    const text = console && (await this.#textOf(uri));
    return console && text !== undefined ? { uri, console, text, file: this.#fileOf(uri, text) } : undefined;
  }

  /** The test files of one policy. */
  async of(console: ConsoleHandle, kind: PolicyKind): Promise<readonly FoundTests[]> {
    return (await this.all()).filter(
      (tests) => tests.console.id === console.id && tests.file.kind?.name === kind.name,
    );
  }

  async #textOf(uri: vscode.Uri): Promise<string | undefined> {
    try {
      return await workingText(uri);
    } catch (error) {
      passOnUnexpected(error);
      this.#log.warn(`${uri.toString(true)}: ${messageOf(error)}`);
      return undefined;
    }
  }

  #fileOf(uri: vscode.Uri, text: string): TestFile {
    const key = uri.toString();
    const known = this.#read.get(key);
    if (known?.text === text) {
      return known.file;
    }
    const file = readTestFile(text, testSpellingOf(uri.path) ?? 'yaml');
    // Texts above the size limit were not read.
    if (text.length <= MAX_TEST_FILE_BYTES) {
      this.#read.set(key, { text, file });
    }
    return file;
  }
}

export function isTestFile({ path }: vscode.Uri): boolean {
  return testSpellingOf(path) !== undefined;
}

interface PlannedTestsServices {
  readonly policyTests: PolicyTestFiles;
  readonly lookups: ConsoleLookups;
}

/** Runs the tests of a policy on the planned document. Undefined for a policy without tests. */
export async function runPlannedTests(
  { policyTests, lookups }: PlannedTestsServices,
  console: ConsoleHandle,
  kind: PolicyKind,
  document: JsonObject,
  options: { readonly mustHold: boolean; readonly signal?: AbortSignal | undefined },
): Promise<PlannedTests | undefined> {
  const read = (await policyTests.all()).flatMap(({ console: { id }, uri, file }) => {
    const tests = id === console.id ? testsOfPolicy(file, kind) : undefined;
    return tests ? [{ path: vscode.workspace.asRelativePath(uri), ...tests }] : [];
  });
  if (read.length === 0) {
    return undefined;
  }
  const policy = testedPolicy(kind, document, await lookups.loadCollections(console));
  return runTestsOfFiles(policy, read, options);
}

export interface TestsNamingServices {
  readonly consoles: Pick<Consoles, 'policyAt'>;
  readonly policyTests: Pick<PolicyTestFiles, 'of'>;
}

/** Edits that rename a rule in the tests of its policy. */
interface TestRenames {
  /** The number of tests. */
  readonly count: number;
  /** Adds the edits of all files to another edit, so that both are made and undone together. */
  addTo(edit: vscode.WorkspaceEdit): void;
}

/**
 * Finds the tests of the policy of a file that name a rule, for the rename of this rule. Finds none if several
 * rules have the old name, because it is unknown which rule a test means.
 */
export async function findTestRenames(
  { consoles, policyTests }: TestsNamingServices,
  file: vscode.Uri,
  policy: PolicyDocument,
  before: string | undefined,
  after: string,
): Promise<TestRenames> {
  const named = policy.arrays().flatMap(({ rules }) => rules.filter(({ facts }) => facts.name === before));
  const at = named.length === 1 ? consoles.policyAt(file) : undefined;
  const testFiles = at ? await policyTests.of(at.console, at.kind) : [];
  const files = testFiles.flatMap(({ uri, text }) => {
    const spelling = testSpellingOf(uri.path);
    const renamed = before !== undefined && spelling && renameInTests(text, spelling, before, after);
    return renamed && renamed.count > 0 ? [{ uri, text, ...renamed }] : [];
  });
  return {
    count: files.reduce((sum, { count }) => sum + count, 0),
    addTo: (edit) => {
      for (const { uri, text, edits } of files) {
        // VS Code has yet to read a file that changed on the disk. The edits are for its new text.
        if ((openDocument(uri)?.getText() ?? text) !== text) {
          throw changedMeanwhile();
        }
        const lines = new LineIndex(text);
        edit.set(
          uri,
          edits.map((renamed) => vscode.TextEdit.replace(rangeIn(lines, renamed), renamed.text)),
        );
      }
    },
  };
}
