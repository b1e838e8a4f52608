import assert from 'node:assert/strict';
import { commands, Selection, window, workspace } from 'vscode';
import { after, before, suite, test, waitFor } from '../harness.ts';
import { edit, fileOf, policy, run } from '../mainJob.ts';
import { PicturePage } from '../picturePage.ts';
import { SafetyWorld } from '../safety/world.ts';

const name = 'vulnerability/images';
/** Of the collections that every sandbox has. */
const text = `policyType: containerVulnerability
rules:
  # the team
  - name: team $(flame)
    collections:
      - name: payments
    blockThreshold:
      enabled: true
      value: 7
  - name: api
    collections:
      - name: payments-api
  - name: other
    disabled: true
    collections:
      - name: Unheard of
`;

suite('order as a picture', () => {
  let world: SafetyWorld;
  let page: PicturePage;

  before(async () => {
    world = await SafetyWorld.open(name);
    await edit(name, () => text);
    page = new PicturePage();
  });

  after(async () => {
    page.leave();
    await window.showTextDocument(fileOf(name));
    await commands.executeCommand('workbench.action.files.revert');
    await world.close();
  });

  test('of a file that is broken it says so, and nothing of a picture that there is not', async () => {
    await edit(name, () => text.replace('rules:\n', 'rules: [\n'));
    await run('ordinance.policy.showPicture', policy(name));
    await waitFor('a problem', () => page.last('problem'));
    assert.equal(page.last('problem')?.text, 'The file is not a complete policy: fix its errors first.');
    await edit(name, () => text);
    await waitFor('the picture', () => page.last('picture'));
    page.shown = 0;
  });

  test('it shows who decides where, what is not known, and where what is known comes from', async () => {
    await run('ordinance.policy.showPicture', policy(name));
    await waitFor('a picture by the collections of the console', () =>
      page.last('picture')?.notes.some((note) => note.includes('Collections: from the console')),
    );
    assert.match(page.html, /default-src &#39;none&#39;/);
    assert.doesNotMatch(page.html, /unsafe/);
    assert.ok(page.html.includes(encodeURIComponent(JSON.stringify(name))), 'its name, for after a reload');
    assert.deepEqual(
      page.picture.rules.map((rule) => [rule.name, rule.mark]),
      [
        ['team $(flame)', ''],
        ['api', 'shadowed-rule'],
        ['other', 'disabled'],
      ],
    );
    assert.deepEqual(
      page.picture.columns.map(({ names, isKnown }) => [...names, isKnown]),
      [
        ['payments', true],
        ['payments-api', true],
        ['Unheard of', false],
      ],
    );
    assert.match(page.picture.notes.join(' '), /The contents of one collection are unknown/);
    assert.equal(await page.column('payments'), 'at..');
    assert.equal(await page.column('payments-api'), 'at..');
    assert.equal(await page.column('Unheard of'), '?t-?');
    await run('ordinance.policy.showPicture', policy(name));
    assert.equal(page.shown, 2, 'there is one page for each policy');
  });

  test('it is opened at the rule that has the cursor, and leaves the reader there', async () => {
    const editor = await window.showTextDocument(fileOf(name));
    const { start } = editor.document.lineAt(10).range;
    editor.selection = new Selection(start, start);
    const { length } = page.sent;
    await run('ordinance.policy.showPicture', policy(name));
    await waitFor('the picture', () => page.sent.slice(length).some(({ kind }) => kind === 'picture'));
    assert.deepEqual([page.picture.asked, page.names()[1]], [{ rule: 1 }, 'api']);
    await edit(name, (now) => now.replace('# the team', '# the  team'));
    await waitFor('the next picture', () => page.picture.asked === undefined);
    await edit(name, () => text);
  });

  test('it follows the file, and says what is wrong with it instead of guessing', async () => {
    await edit(name, (now) => now.replace('  - name: api\n', '  - name: the api\n'));
    await waitFor('the new name', () => page.names().includes('the api'));
    await edit(name, (now) => now.replace('rules:\n', 'rules: [\n'));
    await waitFor('a problem', () => page.sent.at(-1)?.kind === 'problem');
    assert.match(page.last('problem')?.text ?? '', /not a complete policy/);
    await edit(name, () => text);
    await waitFor('the picture again', () => page.names().includes('api'));
    assert.equal(page.sent.findLast(({ kind }) => kind === 'picture' || kind === 'problem')?.kind, 'picture');
  });

  test('what a move would change is said before it is made, and looking edits nothing', async () => {
    page.preview([1], 0);
    const { rules, to, sentences, isWeaker } = await waitFor('changed decisions', () => {
      const last = page.last('preview');
      return last && last.sentences.length > 0 ? last : undefined;
    });
    assert.deepEqual([rules, to, isWeaker], [[1], 0, true]);
    assert.deepEqual((await page.previewed(3)).slice(0, 2), [
      [0, 'ss..'],
      [1, 'at..'],
    ]);
    assert.match(sentences.join(' '), /weaker.*payments\/api/);
    const document = await workspace.openTextDocument(fileOf(name));
    assert.equal(document.getText(), text);
    page.about({ rule: 1 });
  });

  test('a move moves the rule in the file with its comments, and the picture follows', async () => {
    const document = await workspace.openTextDocument(fileOf(name));
    page.send({ kind: 'move', version: page.picture.version, rules: [1], to: 0 });
    await waitFor('the picture', () => page.names()[0] === 'api');
    assert.match(
      document.getText(),
      /rules:\n {2}- name: api\n {4}collections:\n {6}- name: payments-api\n {2}# the team\n/,
    );
    assert.equal(page.last('result')?.isDone, true);
    assert.match(page.last('result')?.text ?? '', /"api" was moved to position 1/);
    assert.equal(await page.column('payments'), 'ss..');
  });

  test('the move is taken back, once, and not when the file was edited since', async () => {
    const document = await workspace.openTextDocument(fileOf(name));
    page.send({ kind: 'undo' });
    await waitFor('the picture as before', () => page.names()[1] === 'api');
    assert.equal(document.getText(), text);
    world.messages.clear();
    page.send({ kind: 'undo' });
    await waitFor('a refusal', () => world.messages.shown.length === 1);
    page.send({ kind: 'move', version: page.picture.version, rules: [1], to: 0 });
    await waitFor('the picture', () => page.names()[0] === 'api');
    await edit(name, (now) => now.replace('# the team', '# their team'));
    page.send({ kind: 'undo' });
    await waitFor('another refusal', () => world.messages.shown.length === 2);
    assert.match(document.getText(), /# their team/);
    await edit(name, (now) => now.replace('# their team', '# the team'));
    await waitFor('the picture as it is', () => page.names()[0] === 'api');
  });

  test('several rules move as one: what all of it changes is said, the file follows, and it is one step back', async () => {
    const document = await workspace.openTextDocument(fileOf(name));
    await edit(name, (now) => now.replace('- name: other', '- name: last'));
    // By its name it is seen that the picture is of the file as it is.
    await waitFor('the picture as it is', () => page.names().includes('last'));
    const before = document.getText();
    assert.deepEqual(page.names(), ['api', 'team $(flame)', 'last']);
    const { version } = page.picture;
    page.preview([1, 2], 0);
    const { sentences } = await waitFor('changed decisions', () => {
      const last = page.last('preview');
      return last?.rules.length === 2 && last.sentences.length > 0 ? last : undefined;
    });
    const cells = await page.previewed(3);
    assert.deepEqual(
      cells.map(([column]) => column),
      [0, 1, 2],
    );
    assert.equal(cells[0]?.[1], 'a.t.', 'the team gets all of it, in front of the rule that is off');
    assert.match(sentences.join(' '), /payments/);
    assert.equal(document.getText(), before);
    page.send({ kind: 'move', version, rules: [1, 2], to: 0 });
    await waitFor('the picture', () => page.names()[2] === 'api');
    assert.deepEqual(page.names(), ['team $(flame)', 'last', 'api']);
    assert.match(document.getText(), /rules:\n {2}# the team\n {2}- name: team/);
    await waitFor(
      'word of it',
      () => page.last('result')?.text === '2 rules were moved to positions 1 to 2.',
    );
    page.send({ kind: 'undo' });
    await waitFor('the picture as before', () => page.names()[0] === 'api');
    assert.equal(document.getText(), before);
    await waitFor('word of it', () => page.last('result')?.text === 'The move was undone.');
  });

  test('a picture that is older than the file moves nothing', async () => {
    const document = await workspace.openTextDocument(fileOf(name));
    const { version } = page.picture;
    world.messages.clear();
    await edit(name, (now) => now.replace('# the team', '# our team'));
    const edited = document.getText();
    page.send({ kind: 'move', version, rules: [0], to: 1 });
    page.send({ kind: 'move', version: version + 7, rules: [0], to: 1 });
    await waitFor('two refusals', () => world.messages.shown.length === 2);
    assert.match(world.messages.last?.text ?? '', /The file changed/);
    assert.equal(document.getText(), edited);
    await waitFor('the newer picture', () => page.picture.version > version);
  });

  test('a cell, a rule and a collection are said in sentences, and nonsense does nothing', async () => {
    const { version } = page.picture;
    const nonsense: readonly Readonly<Record<string, unknown>>[] = [
      { kind: 'move', version, rules: [], to: 0 },
      { kind: 'move', version, rules: ['0'], to: 0 },
      { kind: 'about', version, column: '0' },
      { kind: 'about', version, column: 99 },
      { kind: 'preview', version, rules: [99], to: 0 },
      { kind: 'reveal', version, rule: 99 },
      { kind: 'list', list: 'no such list' },
      { kind: 'execute', command: 'x' },
    ];
    nonsense.forEach((message) => page.send(message));
    world.messages.clear();
    const said = async (asked: { rule?: number; column?: number }): Promise<string> => {
      const before = page.sent.length;
      let of: number | undefined;
      const answer = await waitFor('sentences', () => {
        // Of a picture that is replaced meanwhile nothing is answered.
        if (of !== page.picture.version) {
          of = page.picture.version;
          page.about(asked);
        }
        return page.sent.slice(before).find(({ kind }) => kind === 'about');
      });
      return answer.kind === 'about' ? answer.sentences.join(' ') : '';
    };
    assert.match(await said({ rule: 0 }), /"api" has position 1: alerts on everything/);
    assert.match(await said({ rule: 0, column: 0 }), /"api" applies to some of "payments".*For example: /);
    assert.match(await said({ column: 0 }), /In "payments": "api" \(#1\), "team .*" \(#2\) apply/);
    assert.deepEqual(world.messages.shown, []);
  });
});
