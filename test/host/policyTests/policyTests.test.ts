import assert from 'node:assert/strict';
import { commands, languages, Uri, window, workspace, WorkspaceEdit, Range } from 'vscode';
import type { CodeLens, CompletionList, Diagnostic } from 'vscode';
import type { PolicyName } from '../../../src/core/policy/families.ts';
import { writeTextFile } from '../../../src/vscode/workspace/textFiles.ts';
import { after, before, suite, test, waitFor } from '../harness.ts';
import { edit, fileOf, Messages, policy, rule, run } from '../mainJob.ts';
import { surroundings } from '../surroundings.ts';

const name: PolicyName = 'vulnerability/images';
const block = '    blockThreshold:\n      enabled: true\n      value: 7\n';
const payments = `  - name: payments\n    collections:\n      - name: payments\n${block}`;
const rest = '  - name: rest\n    collections:\n      - name: All\n';
const head = 'policyType: containerVulnerability\nrules:\n';
const folder = Uri.joinPath(surroundings().folder, 'policies/sandbox');
const kept = Uri.joinPath(folder, 'collections.yaml');
const yaml = Uri.joinPath(folder, 'intent.policy-test.yaml');
const json = Uri.joinPath(folder, 'vulnerability/intent.policy-test.json');
const tests = `policy: ${name}
tests:
  - name: payments blocks
    every: { images: [registry.example/payments/*] }
    expect: { blocks: at least high }
  - name: the rest is for all others
    resource: { image: other }
    expect: { rule: rest }
`;

function found(uri: Uri): readonly Diagnostic[] {
  return languages.getDiagnostics(uri).filter(({ source }) => source === 'ordinance');
}

function codes(uri: Uri): readonly unknown[] {
  return found(uri).map(({ code }) => (typeof code === 'object' ? code.value : code));
}

suite('policy tests', () => {
  let messages: Messages;

  before(async () => {
    messages = new Messages();
    await writeTextFile(
      kept,
      'collections:\n  - name: payments\n    images: [registry.example/payments/*]\n',
    );
    await writeTextFile(fileOf(name), head + payments + rest);
  });

  after(async () => {
    messages.restore();
    await commands.executeCommand('workbench.action.files.revert');
    for (const uri of [kept, yaml, json, fileOf(name)]) {
      await workspace.fs.delete(uri).then(undefined, () => undefined);
    }
  });

  test('a test that the policy breaks is a problem of its file, until the policy keeps it again', async () => {
    await writeTextFile(yaml, tests);
    await window.showTextDocument(fileOf(name));
    const lens = await waitFor('tests that were run', async () =>
      (await lenses()).find(({ command }) => command?.command === 'ordinance.policy.runTests'),
    );
    assert.equal(lens.command?.title, '2 tests hold');
    assert.deepEqual(codes(yaml), []);

    await edit(name, () => head + rest + payments);
    const [broken] = await waitFor('a test that fails', () => {
      const all = found(yaml);
      return all.length > 0 && all;
    });
    assert.deepEqual(codes(yaml), ['failed-test']);
    assert.match(
      broken?.message ?? '',
      /Expected: blocks at least from high on\. Instead: "rest" \(#1\) decides: alerts on everything; for example for image registry\.example\/payments\//,
    );
    const document = await workspace.openTextDocument(yaml);
    assert.equal(document.getText(broken?.range), 'payments blocks');
    const [because] = broken?.relatedInformation ?? [];
    assert.equal(because?.location.uri.toString(), fileOf(name).toString());
    assert.equal(because?.location.range.start.line, 2);
    await waitFor('the lens', async () =>
      (await lenses()).some(({ command }) => command?.title === '1 of 2 tests do not hold'),
    );

    await edit(name, () => head + payments + rest);
    await waitFor('no problem', () => found(yaml).length === 0);
  });

  test('tests are run on command, and a policy without tests says so', async () => {
    messages.clear();
    await run('ordinance.policy.runTests', policy(name));
    assert.deepEqual(messages.shown, []);
    await run('ordinance.policy.runTests', policy('waas/host'));
    assert.match(messages.last?.text ?? '', /There are no tests of waas\/host/);
  });

  test('what is known of the collections counts as soon as it changes', async () => {
    await writeTextFile(
      kept,
      'collections:\n  - name: payments\n    images: [registry.example/payments/a*]\n',
    );
    await waitFor('a test that fails', () => codes(yaml).includes('failed-test'));
    await workspace.fs.delete(kept);
    await waitFor('what is not known', () => codes(yaml).includes('unproven-test'));
    await writeTextFile(
      kept,
      'collections:\n  - name: payments\n    images: [registry.example/payments/*]\n',
    );
    await waitFor('no problem', () => found(yaml).length === 0);
  });

  test('mistakes are underlined while typing, in both spellings, and the others still run', async () => {
    const broken = {
      policy: name,
      tests: [
        { name: 'a', every: { functions: ['*'] }, expect: { blocks: 'never' } },
        { name: 'b', every: { images: ['*'] }, expect: { blocks: 'never' } },
      ],
    };
    await writeTextFile(json, JSON.stringify(broken, undefined, 2));
    const document = await workspace.openTextDocument(json);
    await waitFor('both', () => codes(json).includes('policy-test') && codes(json).includes('failed-test'));
    const mistake = found(json).find(({ message }) => message.includes('does not look at functions'));
    assert.match(document.getText(mistake?.range), /\*/);
    await window.showTextDocument(await workspace.openTextDocument(yaml));
    const typed = new WorkspaceEdit();
    typed.insert(yaml, (await workspace.openTextDocument(yaml)).positionAt(0), 'wrong: 1\n');
    await workspace.applyEdit(typed);
    await waitFor('a mistake', () => found(yaml).some(({ message }) => message.includes('unknown field')));
    await commands.executeCommand('workbench.action.files.revert');
    await waitFor('no mistake', () => found(yaml).length === 0);
  });

  test('a test of what is decided for a resource, and of a rule, is added at the end', async () => {
    messages.clear();
    await run('ordinance.policy.addTest', policy(name), 'image=registry.example/payments/api:9');
    const document = await waitFor('the file', () => window.activeTextEditor?.document);
    assert.equal(document.uri.toString(), yaml.toString(), JSON.stringify(messages.shown));
    assert.match(
      document.getText(),
      /\n {2}- name: "registry\.example\/payments\/api:9: payments"\n {4}resource:\n/,
    );
    assert.ok(document.getText().startsWith(tests));
    const real = window.showQuickPick;
    try {
      let offered: readonly { readonly label: string }[] = [];
      Object.assign(window, {
        showQuickPick: async (items: readonly { readonly label: string }[]) => {
          offered = items;
          return items.at(-1);
        },
      });
      await run('ordinance.rule.addTest', rule(name, 0));
      assert.ok(
        offered.some(({ label }) => label.includes('everything in its collections')),
        JSON.stringify([offered, messages.shown]),
      );
    } finally {
      Object.assign(window, { showQuickPick: real });
    }
    assert.match(document.getText(), /- name: payments stays above rest\n/);
    await waitFor('no problem', () => found(yaml).length === 0);
    await writeTextFile(yaml, tests);
  });

  test('rules, collections and what can be expected are completed', async () => {
    const document = await workspace.openTextDocument(yaml);
    const typed = new WorkspaceEdit();
    const end = document.positionAt(document.getText().length);
    typed.replace(yaml, new Range(end, end), '  - name: c\n    expect:\n      rule: \n');
    await workspace.applyEdit(typed);
    const list = await commands.executeCommand<CompletionList>(
      'vscode.executeCompletionItemProvider',
      yaml,
      document.positionAt(document.getText().length - 1),
    );
    const labels = list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
    assert.ok(labels.includes('payments') && labels.includes('rest'), labels.join());
    await window.showTextDocument(document);
    await commands.executeCommand('workbench.action.files.revert');
  });
});

function lenses(): Thenable<readonly CodeLens[]> {
  return commands.executeCommand<CodeLens[]>('vscode.executeCodeLensProvider', fileOf(name), 100);
}
