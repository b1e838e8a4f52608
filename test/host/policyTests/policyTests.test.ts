import assert from 'node:assert/strict';
import { commands, languages, Uri, window, workspace, WorkspaceEdit, Range } from 'vscode';
import type { CodeAction, CodeLens, CompletionList, Diagnostic } from 'vscode';
import type { PolicyName } from '../../../src/core/policy/families.ts';
import { replaceTextFile } from '../../../src/vscode/workspace/writeTextFile.ts';
import { after, before, suite, test, waitFor } from '../harness.ts';
import { lensesOf } from '../lensesOf.ts';
import { edit, fileOf, Messages, policy, rule, run, save } from '../mainJob.ts';
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
    await replaceTextFile(
      kept,
      'collections:\n  - name: payments\n    images: [registry.example/payments/*]\n',
    );
    await replaceTextFile(fileOf(name), head + payments + rest);
  });

  after(async () => {
    messages.restore();
    await commands.executeCommand('workbench.action.files.revert');
    for (const uri of [kept, yaml, json, fileOf(name)]) {
      await workspace.fs.delete(uri).then(undefined, () => undefined);
    }
  });

  test('a test that the policy breaks is a problem of its file, until the policy keeps it again', async () => {
    await replaceTextFile(yaml, tests);
    await window.showTextDocument(fileOf(name));
    // They may have been run before what the collections name was read.
    const lens = await waitFor('tests that hold', async () =>
      (await lenses()).find(({ command }) => command?.title === '2 tests pass'),
    );
    assert.equal(lens.command?.command, 'ordinance.policy.runTests');
    await waitFor('no problem', () => found(yaml).length === 0);

    await edit(name, () => head + rest + payments);
    const [broken] = await waitFor('a test that fails', () => {
      const all = found(yaml);
      return all.length > 0 && all;
    });
    assert.deepEqual(codes(yaml), ['failed-test']);
    assert.match(
      broken?.message ?? '',
      /Expected: blocks from high or stricter\. Instead: "rest" \(#1\) applies: alerts on everything\. For example: image registry\.example\/payments\//,
    );
    const document = await workspace.openTextDocument(yaml);
    assert.equal(document.getText(broken?.range), 'payments blocks');
    const [because] = broken?.relatedInformation ?? [];
    assert.equal(because?.location.uri.toString(), fileOf(name).toString());
    assert.equal(because?.location.range.start.line, 2);
    await waitFor('the lens', async () =>
      (await lenses()).some(({ command }) => command?.title === '1 of 2 tests fails'),
    );

    await edit(name, () => head + payments + rest);
    await waitFor('no problem', () => found(yaml).length === 0);
  });

  test('a file of tests that is deleted has none any more, also while an editor shows it', async () => {
    const gone = Uri.joinPath(folder, 'gone.policy-test.yaml');
    await replaceTextFile(gone, tests.replace('at least high', 'never'));
    await window.showTextDocument(gone, { preview: false });
    await window.showTextDocument(fileOf(name), { preview: false });
    await waitFor('the lens', async () =>
      (await lenses()).some(({ command }) => command?.title === '1 of 4 tests fails'),
    );
    await workspace.fs.delete(gone);
    await waitFor('the lens without it', async () =>
      (await lenses()).some(({ command }) => command?.title === '2 tests pass'),
    );
    const isShown = workspace.textDocuments.some(({ uri }) => uri.toString() === gone.toString());
    assert.ok(isShown, 'it was closed by nobody');
  });

  test('tests are run on command, and a policy without tests says so', async () => {
    messages.clear();
    await run('ordinance.policy.runTests', policy(name));
    assert.deepEqual(messages.shown, []);
    await run('ordinance.policy.runTests', policy('waas/host'));
    assert.match(messages.last?.text ?? '', /There are no tests of waas\/host/);
  });

  test('what is known of the collections counts as soon as it changes', async () => {
    await replaceTextFile(
      kept,
      'collections:\n  - name: payments\n    images: [registry.example/payments/a*]\n',
    );
    await waitFor('a test that fails', () => codes(yaml).includes('failed-test'));
    await workspace.fs.delete(kept);
    await waitFor('what is not known', () => codes(yaml).includes('unproven-test'));
    await replaceTextFile(
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
    await replaceTextFile(json, JSON.stringify(broken, undefined, 2));
    const document = await workspace.openTextDocument(json);
    await waitFor('both', () => codes(json).includes('policy-test') && codes(json).includes('failed-test'));
    const mistake = found(json).find(({ message }) => message.includes('functions'));
    assert.match(document.getText(mistake?.range), /\*/);
    await window.showTextDocument(await workspace.openTextDocument(yaml));
    const typed = new WorkspaceEdit();
    typed.insert(yaml, (await workspace.openTextDocument(yaml)).positionAt(0), 'wrong: 1\n');
    await workspace.applyEdit(typed);
    await waitFor('a mistake', () => found(yaml).some(({ message }) => message.includes('Unknown field')));
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
          return items.at(-2);
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
    assert.match(document.getText(), /- name: rule "payments" stays above "rest"\n/);
    await waitFor('no problem', () => found(yaml).length === 0);
    await replaceTextFile(yaml, tests);
  });

  test('a name that the policy does not have is underlined, and what is meant or is so is written by key, in both spellings', async () => {
    const wrong = [
      { name: 'a', every: { collections: ['paymnets'] }, expect: { rule: 'payment' } },
      {
        name: 'b',
        every: { images: ['registry.example/payments/*'] },
        expect: { rule: 'rest', blocks: 'hihg' },
      },
    ];
    const own = { policy: name, tests: wrong };
    const asYaml = `policy: ${name}\ntests:\n${wrong.map((one) => `  - ${JSON.stringify(one)}\n`).join('')}`;
    for (const [uri, text] of [
      [json, JSON.stringify(own, undefined, 2)],
      [yaml, asYaml],
    ] as const) {
      await replaceTextFile(uri, text);
      const document = await workspace.openTextDocument(uri);
      await window.showTextDocument(document);
      const take = async (code: string, marked: string, title: RegExp): Promise<boolean | undefined> => {
        const at = await waitFor(`${code} of ${marked}`, () =>
          found(uri).find(
            (one) =>
              (typeof one.code === 'object' ? one.code.value : one.code) === code &&
              document.getText(one.range).replaceAll('"', '') === marked,
          ),
        );
        const fix = await waitFor(`a fix of ${marked}`, async () => {
          const all = await commands.executeCommand<readonly CodeAction[]>(
            'vscode.executeCodeActionProvider',
            uri,
            at.range,
          );
          return all.find((one) => title.test(one.title));
        });
        assert.ok(fix.edit && (await workspace.applyEdit(fix.edit)));
        return fix.isPreferred;
      };
      assert.equal(await take('policy-test', 'hihg', /^Change to `high`$/), true);
      assert.equal(await take('failed-test', 'payment', /^Change to `payments`$/), true);
      assert.equal(await take('failed-test', 'paymnets', /^Change to `payments`$/), true);
      assert.notEqual(
        await take('failed-test', 'b', /^Expect the current decision \(changes what the test requires/),
        true,
        'the intent is given up by nobody who does not look',
      );
      await waitFor('no problem', () => found(uri).length === 0);
      assert.match(document.getText(), /"?rule"?: "?payments"?, *\s*"?blocks"?: "?high/);
      await save(document);
      await workspace.fs.delete(uri);
    }
    await replaceTextFile(yaml, tests);
  });

  test('a rule that is renamed is renamed in the tests of its policy, and back by one undo', async () => {
    await replaceTextFile(
      json,
      JSON.stringify({ policy: name, tests: [{ name: 'o', order: ['payments', 'rest'] }] }),
    );
    const texts = async (): Promise<string> =>
      (await Promise.all([yaml, json].map((uri) => workspace.openTextDocument(uri))))
        .map((document) => document.getText())
        .join('\n');
    // What was shown of these files before follows them in its own time.
    const before = await waitFor('the files', async () => {
      const now = await texts();
      return now.includes('{ rule: rest }') && now.includes('"order":["payments","rest"]') && now;
    });
    const document = await workspace.openTextDocument(fileOf(name));
    const policyBefore = document.getText();
    const hostile = 'rest: $(zap) [x](command:y) # z';
    const wanted = [
      `expect: { rule: ${JSON.stringify(hostile)} }`,
      `"order":["payments",${JSON.stringify(hostile)}]`,
    ];
    const rename = async (): Promise<string> => {
      messages.clear();
      messages.typed = hostile;
      await run('ordinance.rule.rename', { target: rule(name, 1) });
      assert.deepEqual(messages.shown, []);
      // The editor tells of one file after the other.
      return waitFor('the tests', async () => {
        const both = await texts();
        return wanted.every((each) => both.includes(each)) && both;
      });
    };
    assert.match(await rename(), /name: the rest is for all others/);
    await run('ordinance.rule.undoEdit');
    await waitFor('the tests as they were', async () => (await texts()) === before);
    assert.equal(document.getText(), policyBefore);

    await rename();
    const at = document.positionAt(document.getText().indexOf('rest: $(zap)'));
    const edit = await commands.executeCommand<WorkspaceEdit>(
      'vscode.executeDocumentRenameProvider',
      document.uri,
      at,
      'rest',
    );
    assert.equal(edit.entries().length, 3, 'a rename in the file is of its tests, too');
    assert.ok(await workspace.applyEdit(edit));
    assert.equal(await texts(), before);
    await workspace.saveAll();
    await workspace.fs.delete(json);
  });

  test('what a file of tests does not say is written by key, in both spellings: its policy, a name, what is expected', async () => {
    const unsaid = [
      { every: { collections: ['payments'] }, expect: { rule: 'payments' } },
      { name: 'others', resource: { image: 'other' } },
      { name: 'theirs', every: { images: ['registry.example/payments/*'] }, expect: null },
    ];
    const asYaml = `tests:\n${unsaid.map((one) => `  - ${JSON.stringify(one)}\n`).join('')}`;
    for (const [uri, text] of [
      [json, JSON.stringify({ tests: unsaid }, undefined, 2)],
      [yaml, asYaml],
    ] as const) {
      await replaceTextFile(uri, text);
      const document = await workspace.openTextDocument(uri);
      await window.showTextDocument(document);
      const take = async (message: RegExp, title: string): Promise<boolean | undefined> => {
        const fix = await waitFor(title, async () => {
          const at = found(uri).find((one) => message.test(one.message));
          const all = at
            ? await commands.executeCommand<readonly CodeAction[]>(
                'vscode.executeCodeActionProvider',
                uri,
                at.range,
              )
            : [];
          return all.find((one) => one.title === title);
        });
        assert.ok(fix.edit && (await workspace.applyEdit(fix.edit)));
        return fix.isPreferred;
      };
      assert.notEqual(await take(/needs `policy`/, `Add \`policy: ${name}\``), true);
      assert.equal(await take(/needs `name`/, 'Call it `new test`'), true);
      for (const what of [/has no `expect`/, /`expect` must be/]) {
        assert.notEqual(await take(what, 'Expect the current decision'), true, 'it is looked at');
      }
      await waitFor('no problem', () => found(uri).length === 0);
      const written = document.getText();
      assert.match(written, /"?rule"?: "?rest"?, *\s*"?blocks"?: "?never/);
      assert.match(written, /"?rule"?: "?payments"?, *\s*"?blocks"?: "?high/);
      await save(document);
      await workspace.fs.delete(uri);
    }
    await replaceTextFile(yaml, tests);
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
  return lensesOf(fileOf(name), 100);
}
