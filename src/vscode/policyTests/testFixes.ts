import { toPlain } from '../../core/json/json.ts';
import * as vscode from 'vscode';
import { fixEdits } from '../../core/assist/findings/fixes.ts';
import type { DiagnosticData, FixData, FixValue } from '../../core/assist/findings/finding.ts';
import { isPlain } from '../../core/assist/findings/plainData.ts';
import { readTestFile } from '../../core/assist/testFile/readTestFile.ts';
import { expectNowFix } from '../../core/assist/testFile/resultFixes.ts';
import type { Diagnostic } from '../../core/document/diagnostic.ts';
import { LineIndex } from '../../core/document/lineIndex.ts';
import { PolicyDocument } from '../../core/document/policyDocument.ts';
import { nodeAtPath, valueOfNode } from '../../core/document/syntaxNode.ts';
import type { PolicyKind } from '../../core/policy/families.ts';
import type { Spelling } from '../../core/policy/policyFile.ts';
import { expectNow, defaultExpectation } from '../../core/policyTest/expectNow.ts';
import type { TestedPolicy } from '../../core/policyTest/testedPolicy.ts';
import { testSpellingOf } from '../../core/policyTest/testFileName.ts';
import { isCanceled, isExpected } from '../../core/util/errors.ts';
import { inSlices } from '../../core/util/inSlices.ts';
import { isShownAs, quickFix } from '../platform/languageTexts.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import type { PolicyTestServices } from './policyTestServices.ts';
import type { PolicyTesting } from './policyTesting.ts';
import { resultFindings, testAt, type RanTest, type ResultFinding } from './ranTest.ts';
import { testedNow } from './runningTests.ts';
import { rangeIn } from './testPlaces.ts';

export const testFiles: vscode.DocumentSelector = { pattern: '**/*.policy-test.{json,yaml,yml}' };

/** The fixes repair a test that fails or expects nothing: they correct a name, or expect the current result. */
export class TestFixes implements vscode.CodeActionProvider {
  static readonly kinds = [vscode.CodeActionKind.QuickFix];
  readonly #services: PolicyTestServices;
  readonly #testing: PolicyTesting;

  constructor(services: PolicyTestServices, testing: PolicyTesting) {
    this.#services = services;
    this.#testing = testing;
  }

  async provideCodeActions(
    document: vscode.TextDocument,
    _range: vscode.Range,
    { diagnostics }: vscode.CodeActionContext,
    token: vscode.CancellationToken,
  ): Promise<vscode.CodeAction[]> {
    const text = document.getText();
    const { version } = document;
    const spelling = testSpellingOf(document.uri.path);
    const marked = diagnostics.filter(({ source }) => source === 'ordinance');
    const ran = marked.length > 0 ? this.#testing.lastIn(document.uri) : [];
    if (!spelling || marked.length === 0) {
      return [];
    }
    const lines = new LineIndex(text);
    const actions: vscode.CodeAction[] = [];
    const parsed = PolicyDocument.read(text, spelling);
    for (const { index, finding, shown } of expectingNothing(text, spelling, lines, marked)) {
      const fix = await this.#expectation(document.uri, text, spelling, index, token);
      // The fix was computed for an older text, so it no longer applies.
      if (document.version !== version || token.isCancellationRequested) {
        return [];
      }
      const action = fix && actionOf(document, parsed, finding, fix);
      if (action) {
        action.diagnostics = [shown];
        actions.push(action);
      }
    }
    // The results may belong to an older text.
    for (const one of ran.every(({ found }) => found.text === text) ? ran : []) {
      for (const finding of resultFindings(one)) {
        const shown = marked.find(
          ({ range, code }) =>
            range.start.isEqual(rangeIn(lines, finding.range).start) &&
            (typeof code === 'object' ? code.value : code) === finding.code,
        );
        const fixes = shown ? await this.#fixes(one, finding, token) : [];
        // The fixes were computed for an older text, so they no longer apply.
        if (document.version !== version || token.isCancellationRequested) {
          return [];
        }
        for (const fix of fixes) {
          const action = actionOf(document, parsed, finding, fix);
          if (shown && action) {
            action.diagnostics = [shown];
            actions.push(action);
          }
        }
      }
    }
    return actions;
  }

  async #fixes(
    one: RanTest,
    { name }: ResultFinding,
    token: vscode.CancellationToken,
  ): Promise<readonly FixData[]> {
    if (name) {
      return name.fixes ?? [];
    }
    const test = testAt(one);
    const now = await this.#now(one.found.console, one.kind, () => test, token);
    const title = vscode.l10n.t('Expect the current decision (changes what the test requires)');
    const fix = now && expectNowFix(test, one.index, now, title);
    return fix ? [fix] : [];
  }

  /** The expectation matches the current result, in the form that *Add Test…* writes. */
  async #expectation(
    uri: vscode.Uri,
    text: string,
    spelling: Spelling,
    index: number,
    token: vscode.CancellationToken,
  ): Promise<FixData | undefined> {
    const { kind, root } = readTestFile(text, spelling);
    const console = this.#services.policyTests.consoleOf(uri);
    const node = root && nodeAtPath(root, ['tests', index]);
    const test = node && toPlain(valueOfNode(node));
    if (!console || !kind || !isPlain(test)) {
      return undefined;
    }
    const asked = (policy: TestedPolicy): unknown => ({
      ...test,
      name: String(index),
      expect: defaultExpectation(policy),
    });
    const now = await this.#now(console, kind, asked, token);
    const title = vscode.l10n.t('Expect the current decision');
    return now === undefined ? undefined : expectNowFix(test, index, now, title);
  }

  /** The expectation is undefined where the current result is unknown. */
  async #now(
    console: ConsoleHandle,
    kind: PolicyKind,
    testOf: (policy: TestedPolicy) => unknown,
    token: vscode.CancellationToken,
  ): Promise<FixValue | undefined> {
    const controller = new AbortController();
    const stop = token.onCancellationRequested(() => controller.abort());
    try {
      const policy = await testedNow(this.#services, console, kind);
      const now = policy && (await inSlices(expectNow(policy, testOf(policy)), controller.signal));
      return now as FixValue | undefined;
    } catch (error) {
      // The policy file itself shows the problem of an unreadable policy.
      if (isCanceled(error) || isExpected(error)) {
        return undefined;
      }
      throw error;
    } finally {
      stop.dispose();
    }
  }
}

interface ExpectingNothing {
  readonly index: number;
  readonly finding: Diagnostic;
  readonly shown: vscode.Diagnostic;
}

/** The diagnostics are those of tests without an expectation. */
function expectingNothing(
  text: string,
  spelling: Spelling,
  lines: LineIndex,
  marked: readonly vscode.Diagnostic[],
): readonly ExpectingNothing[] {
  const { root, diagnostics } = readTestFile(text, spelling);
  return diagnostics.flatMap((finding): readonly ExpectingNothing[] => {
    const { path: [tests, index, key, ...more] = [] } = (finding.data ?? {}) as DiagnosticData;
    const isOfTest = tests === 'tests' && typeof index === 'number' && more.length === 0;
    const isAbout = key === 'expect' || (key === undefined && finding.code === 'policy-test');
    const written = isOfTest && root && nodeAtPath(root, ['tests', index, 'expect']);
    const shown = marked.find(
      (one) =>
        one.range.start.isEqual(rangeIn(lines, finding.range).start) && isShownAs(finding.message, one),
    );
    return isOfTest && isAbout && shown && (!written || valueOfNode(written) === null)
      ? [{ index, finding, shown }]
      : [];
  });
}

function actionOf(
  document: vscode.TextDocument,
  parsed: PolicyDocument,
  { code, range, message }: Pick<Diagnostic, 'code' | 'range' | 'message'>,
  fix: FixData,
): vscode.CodeAction | undefined {
  const edits = fixEdits(parsed, { code, range, message, severity: 'error' }, fix);
  if (edits.length === 0) {
    return undefined;
  }
  const action = quickFix(fix.title);
  action.isPreferred = !fix.isChoice;
  action.edit = new vscode.WorkspaceEdit();
  action.edit.set(
    document.uri,
    edits.map((each) =>
      vscode.TextEdit.replace(
        new vscode.Range(document.positionAt(each.start), document.positionAt(each.end)),
        each.text,
      ),
    ),
  );
  return action;
}
