import * as vscode from 'vscode';
import { withTest } from '../../core/assist/testFile/editTests.ts';
import { LineIndex } from '../../core/document/text.ts';
import { typedResource } from '../../core/order/typedResource.ts';
import { testOfResource, testsOfRule, type WrittenTest } from '../../core/policyTest/proposeTests.ts';
import type { TestedPolicy } from '../../core/policyTest/policyTest.ts';
import { testFileName, testSpellingOf } from '../../core/policy/policyFile.ts';
import { readTestFile, placeOfTest } from '../../core/assist/testFile/readTestFile.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { freeName } from '../../core/util/freeName.ts';
import { pick } from '../platform/dialogs.ts';
import { askText } from '../platform/inputBoxes.ts';
import type { ChosenRules } from '../workspace/target.ts';
import { openAt } from '../targets/showRule.ts';
import type { ChosenPolicy } from '../workspace/consoleHandle.ts';
import { testedNow } from '../workspace/expectNowFixes.ts';
import { rangeIn, workingText } from '../workspace/textFiles.ts';
import { writeTextFile } from '../workspace/writeTextFile.ts';
import type { FeatureServices } from '../featureServices.ts';
import { l10n } from '../../core/util/l10n.ts';
import { isPlain } from '../../core/util/plainRecord.ts';

/** The new test passes now; the person chooses the kind of test. */
export async function addTestOfRule(
  services: FeatureServices,
  { uri, array, rules: [rule] }: ChosenRules,
): Promise<void> {
  const policy = services.consoles.policyAt(uri);
  if (!policy) {
    throw new ExpectedError('no-policy', l10n.t('This file belongs to no console.'));
  }
  const proposed = testsOfRule(await readTested(services, policy), array, rule?.index ?? 0);
  if (proposed.length === 0) {
    throw new ExpectedError('no-test', l10n.t('No test could be derived from this rule.'), {
      advice: l10n.t('A test needs a rule that applies, and known collections.'),
    });
  }
  const items: readonly (vscode.QuickPickItem & { readonly test?: WrittenTest })[] = [
    ...proposed.map((test) => ({ label: test.name, detail: writtenTestWords(test), test })),
    { label: l10n.t('For Another Resource…') },
  ];
  const { test } = await pick(items, {
    placeHolder: l10n.t('Which decision should the test expect?'),
  });
  await (test ? writeTest(services, policy, test) : addTestOfResource(services, policy, undefined));
}

/** The new test expects the current decision for one resource. `typed` is the resource of a table row. */
export async function addTestOfResource(
  services: FeatureServices,
  policy: ChosenPolicy,
  typed: unknown,
): Promise<void> {
  const { name } = policy.kind;
  const text =
    typeof typed === 'string'
      ? typed
      : await askText({
          title: l10n.t('Add Test: {0}', name),
          prompt: l10n.t('A resource: image=… namespace=… host=… label=…; a single word is an image'),
          validate: (value) =>
            typedResource(value).resource ? undefined : l10n.t('This is not a resource.'),
        });
  const { resource } = typedResource(text);
  const test = resource && testOfResource(await readTested(services, policy), resource);
  if (!test) {
    throw new ExpectedError('no-test', l10n.t('The matching rule of {0} is not certain.', name), {
      advice: l10n.t('Add more fields of the resource. Missing fields are unknown.'),
    });
  }
  await writeTest(services, policy, test);
}

async function readTested(services: FeatureServices, { console, kind }: ChosenPolicy): Promise<TestedPolicy> {
  const policy = await testedNow(services, console, kind);
  if (!policy) {
    throw new ExpectedError('not-pulled', l10n.t('There is no file for {0}.', kind.name), {
      advice: l10n.t('Pull it first.'),
    });
  }
  return policy;
}

/**
 * The test goes to the end of the policy's first test file, or into a new file beside the policy. The editor then shows
 * the test.
 */
async function writeTest(
  services: FeatureServices,
  { console, kind }: ChosenPolicy,
  test: WrittenTest,
): Promise<void> {
  const [first] = await services.policyTests.of(console, kind);
  const uri =
    first?.uri ??
    vscode.Uri.joinPath(console.policyFolder, kind.family, testFileName(kind.target, console.format));
  const spelling = testSpellingOf(uri.path) ?? 'yaml';
  const before = await workingText(uri);
  const taken = readTestFile(before ?? '', spelling).tests.map((written) => written.name);
  const name = freeName(new Set(taken), (number) => (number === 1 ? test.name : `${test.name} (${number})`));
  const after = withTest(before, spelling, kind, { ...test, name });
  await writeTextFile(uri, after, before, services.savedTexts);
  const document = await vscode.workspace.openTextDocument(uri);
  const text = document.getText();
  const { root, tests } = readTestFile(text, spelling);
  const added = tests.find((written) => written.name === name);
  const place = root && added && placeOfTest(root, added.index);
  await openAt(document, place && rangeIn(new LineIndex(text), place));
}

/** The line names the subject and the expectation of a test that may be written. */
export function writtenTestWords(test: WrittenTest): string {
  const { every, resource, order, expect } = test;
  if (Array.isArray(order)) {
    return order.map((name) => `"${String(name)}"`).join(' > ');
  }
  const what = isPlain(every)
    ? Object.values(every)
        .flat()
        .map((name) => `"${String(name)}"`)
        .join(', ')
    : isPlain(resource)
      ? Object.entries(resource)
          .flatMap(([field, values]) => [values].flat().map((value) => [field, String(value)] as const))
          .filter(([, value]) => value !== '')
          .map(([field, value]) => `${field}=${value}`)
          .join(' ')
      : '';
  return [what, ...expectedWords(expect)].filter((part) => part !== '').join(' · ');
}

function expectedWords(expect: unknown): readonly string[] {
  if (!isPlain(expect)) {
    return [l10n.t('no rule applies')];
  }
  const { rule, blocks } = expect;
  return [
    ...(typeof rule === 'string' ? [l10n.t('"{0}" applies', rule)] : []),
    ...(blocks === 'never'
      ? [l10n.t('blocks nothing')]
      : blocks === 'everything'
        ? [l10n.t('blocks everything')]
        : typeof blocks === 'string'
          ? [l10n.t('blocks from {0}', blocks)]
          : []),
  ];
}
