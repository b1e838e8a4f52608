import type * as vscode from 'vscode';
import { toPlain } from '../../core/json/json.ts';
import { fixesOf } from '../../core/assist/findings/fixes.ts';
import type { DiagnosticData, FixData } from '../../core/assist/findings/finding.ts';
import { schemaField } from '../../core/assist/schema/field.ts';
import { cursorPlace } from '../../core/assist/completion/cursorPlace.ts';
import { kindOfTests, testProposals, type TestWords } from '../../core/assist/testFile/testProposals.ts';
import { readTestFile } from '../../core/assist/testFile/readTestFile.ts';
import type { Diagnostic } from '../../core/document/diagnostic.ts';
import { nodeAtPath, valueOfNode } from '../../core/document/syntaxNode.ts';
import type { PolicyKind } from '../../core/policy/families.ts';
import { testSpellingOf } from '../../core/policy/policyFile.ts';
import { expectNowFixes } from '../workspace/expectNowFixes.ts';
import type { FeatureServices } from '../featureServices.ts';
import { fieldHover, type ProposalList } from './schemaHelp.ts';

/** Proposes entries of a test file from the schema, the rules of the policy, and the known names of its console. */
export async function proposeTestText(
  services: FeatureServices,
  document: vscode.TextDocument,
  offset: number,
): Promise<ProposalList | undefined> {
  const text = document.getText();
  const spelling = testSpellingOf(document.uri.path) ?? 'yaml';
  const place = cursorPlace(text, offset, spelling);
  if (!place) {
    return undefined;
  }
  const kind = kindOfTests(text);
  const words = await wordsFor(services, document.uri, kind);
  return { place, proposals: testProposals(place, kind, spelling, words), spelling };
}

export function hoverInTests(
  document: vscode.TextDocument,
  position: vscode.Position,
): vscode.Hover | undefined {
  const spelling = testSpellingOf(document.uri.path) ?? 'yaml';
  return fieldHover(document, position, schemaField('policy-test'), spelling);
}

async function wordsFor(
  { policyTests, lookups, consoles, documents }: FeatureServices,
  uri: vscode.Uri,
  kind: PolicyKind | undefined,
): Promise<TestWords> {
  const console = policyTests.consoleOf(uri);
  if (!console) {
    return { rules: [], collections: [] };
  }
  const known = lookups.ofConsole(console);
  const policy = kind && (await consoles.findFile(console, kind.name));
  const arrays = (policy && (await documents.read(policy)))?.arrays() ?? [];
  const collections = (await lookups.collectionsOf(console)).keys();
  return {
    rules: arrays.flatMap(({ rules }) => rules.map(({ facts }) => facts.name ?? '')),
    collections: [...(known?.collections ?? []), ...collections],
    checks: known?.checks,
  };
}

/** The fix of a test that expects nothing. Undefined for other findings. */
export async function findTestFixes(
  services: FeatureServices,
  document: vscode.TextDocument,
  finding: Diagnostic,
  signal: AbortSignal,
): Promise<readonly FixData[] | undefined> {
  const { path: [tests, index, key, ...more] = [] } = (finding.data ?? {}) as DiagnosticData;
  const isAbout = key === 'expect' || (key === undefined && finding.code === 'policy-test');
  const console = services.policyTests.consoleOf(document.uri);
  const { kind, root } = readTestFile(document.getText(), testSpellingOf(document.uri.path) ?? 'yaml');
  if (
    tests !== 'tests' ||
    typeof index !== 'number' ||
    more.length > 0 ||
    !isAbout ||
    !console ||
    !kind ||
    !root
  ) {
    return undefined;
  }
  const test = nodeAtPath(root, ['tests', index]);
  const written = nodeAtPath(root, ['tests', index, 'expect']);
  if (!test || (written && valueOfNode(written) !== null)) {
    return undefined;
  }
  const asked = { test: toPlain(valueOfNode(test)), index, isNew: true };
  const fixes = await expectNowFixes(services, { console, kind }, asked, signal);
  return [...fixesOf(finding), ...fixes];
}
