import assert from 'node:assert/strict';
import { languages, Range, TabInputText, TabInputTextDiff, window, workspace, WorkspaceEdit } from 'vscode';
import type { TextDocument } from 'vscode';
import type { PullReport, PushOutcome } from '../../../src/core/sync/outcomes.ts';
import { after, before, suite, test, waitFor } from '../harness.ts';
import { fileOf, policy, pushReviewed, run } from '../mainJob.ts';
import { SafetyWorld } from './world.ts';

const name = 'vulnerability/serverless';

suite('conflicts', () => {
  let world: SafetyWorld;
  const replace = async (document: TextDocument, from: string, to: string): Promise<void> => {
    const at = document.getText().indexOf(from);
    assert.ok(at >= 0, document.getText());
    const edits = new WorkspaceEdit();
    const range = new Range(document.positionAt(at), document.positionAt(at + from.length));
    edits.replace(document.uri, range, to);
    assert.ok(await workspace.applyEdit(edits));
  };
  /** Schemes of what is open in tabs; of a diff, of its right side. */
  const tabs = (): (string | undefined)[] =>
    window.tabGroups.all.flatMap((group) =>
      group.tabs.map(({ input }) =>
        input instanceof TabInputText
          ? input.uri.scheme
          : input instanceof TabInputTextDiff
            ? input.modified.scheme
            : undefined,
      ),
    );
  const isRefused = async (...command: Parameters<typeof run>): Promise<void> => {
    world.messages.clear();
    assert.equal(await run(...command), undefined);
    assert.match(world.messages.last?.text ?? '', /^A rule of this merge has unsaved edits/);
  };
  /** A note that both changed, and the rule open to be edited. */
  const openRule = async (): Promise<TextDocument> => {
    world.colleague(name, 0, 'theirs');
    await world.annotate(name, 0, 'mine');
    const ending = await run('ordinance.policy.merge', policy(name));
    assert.equal(ending, 'open', JSON.stringify(world.messages.last));
    const lenses = await world.lenses();
    assert.deepEqual(lenses.slice(0, 2), ['Compare', 'Abandon Merge'], 'also while something is open');
    world.messages.clear();
    await run('ordinance.conflict.edit');
    assert.deepEqual(world.messages.shown, []);
    const rule = window.activeTextEditor?.document;
    assert.equal(rule?.uri.scheme, 'ordinance-resolution');
    return rule;
  };

  /** The rule that is being edited, wherever the focus is. */
  const edited = (): TextDocument | undefined =>
    workspace.textDocuments.find(({ uri, isClosed }) => uri.scheme === 'ordinance-resolution' && !isClosed);

  before(async () => {
    world = await SafetyWorld.open(name);
  });

  after(() => world.close());

  test('the rule of a conflict is edited in the spelling of its file, and checked', async () => {
    const rule = await openRule();
    assert.equal(rule.languageId, 'ordinance-yaml');
    assert.match(rule.getText(), /^rules:\n[^]*notes: mine/);
    assert.equal(rule.getText().match(/- name: .*\n.*collections/g)?.length ?? 1, 1, 'one rule');
    assert.deepEqual(languages.getDiagnostics(rule.uri), []);
    await replace(rule, 'notes: mine', 'notes: [1]');
    await waitFor('a finding', () => languages.getDiagnostics(rule.uri).length > 0);
    await replace(rule, 'notes: [1]', 'notes: mine');
  });

  test('an edit that is not saved, or cannot be read, settles nothing', async () => {
    const rule = edited();
    assert.ok(rule);
    await replace(rule, 'notes: mine', 'notes: [');
    assert.equal(await rule.save(), false, 'the editor keeps it unsaved');
    await isRefused('ordinance.merge.apply');
    await waitFor('the row of the conflict to be drawn anew', async () => {
      world.messages.clear();
      await run('ordinance.conflict.edit');
      return world.messages.shown.length === 0;
    });
    assert.match(rule.getText(), /notes: \[$/m, 'an unsaved text is kept when the rule is opened again');
    await run('ordinance.conflict.useMine');
    await isRefused('ordinance.merge.apply');
    await replace(rule, 'notes: [', 'notes: both of us');
    await isRefused('ordinance.merge.apply');
  });

  test('a saved rule is the resolution, and its tab makes way', async () => {
    const rule = edited();
    assert.ok(rule);
    world.messages.clear();
    assert.ok(await rule.save());
    await waitFor(
      'the merge in place of the rule',
      () =>
        !tabs().includes('ordinance-resolution') &&
        window.activeTextEditor?.document.uri.scheme === 'ordinance-merge',
    );
    assert.equal(await run('ordinance.merge.apply'), 'applied', JSON.stringify(world.messages.last));
    await waitFor('the merge to be closed', () => !tabs().includes('ordinance-merge'));
    await waitFor('the rule to be closed, with its findings', () => edited() === undefined);
    assert.match(await world.textOf(name), /# mine\n *notes: both of us/, 'comments stay');
    world.say('Push');
    const pushed = await pushReviewed<PushOutcome>('ordinance.policy.push', policy(name));
    assert.equal(pushed?.verdict, 'applied', JSON.stringify(world.messages.last));
    assert.equal(world.liveNotes(name)[0], 'both of us');
  });

  test('a rule that has unsaved edits keeps the merge from being applied', async () => {
    const rule = await openRule();
    await replace(rule, 'notes: mine', 'notes: not yet');
    await run('ordinance.conflict.useMine');
    await isRefused('ordinance.merge.apply');
    await isRefused('ordinance.policy.merge', policy(name));
    assert.ok(rule.isDirty && !rule.isClosed, 'no other merge takes the place of this one');
    assert.ok(await rule.save(), 'it can be saved still');
    world.say('Abandon Merge');
    await run('ordinance.merge.cancel');
    await waitFor('the rule to be closed', () => !tabs().includes('ordinance-resolution'));
    assert.match(await world.textOf(name), /notes: mine/, 'the file stays as it was');
  });

  /** The merge as a document, with the cursor at its first open conflict. */
  const review = async (): Promise<TextDocument> => {
    const ending = await run('ordinance.policy.merge', policy(name));
    assert.equal(ending, 'open', JSON.stringify(world.messages.last));
    world.messages.clear();
    const sheet = window.activeTextEditor?.document;
    assert.equal(sheet?.uri.scheme, 'ordinance-merge');
    return sheet;
  };
  const applied = async (sheet: TextDocument, { nothingToPush = false } = {}): Promise<void> => {
    assert.equal(await run('ordinance.merge.apply'), 'applied', JSON.stringify(world.messages.last));
    assert.deepEqual(
      world.messages.shown.map(({ text }) => text.replace(/^Merged .*?[.] /, '')),
      [
        nothingToPush
          ? 'The file now equals the live policy of sandbox: there is nothing to push.'
          : `Merged ${name} into the file.`,
      ],
      'nothing is asked',
    );
    await waitFor('the merge to be closed', () => !tabs().includes('ordinance-merge'));
    assert.ok(sheet.uri);
  };

  for (const [title, command, chosen, says] of [
    ['Accept Mine', 'useMine', 'mine', /notes: mine/],
    ['Accept Live', 'useLive', 'live', /notes: theirs/],
    ['Accept Base', 'useBase', 'base', /notes: base/],
  ] as const) {
    test(`in the document of a merge, "${title}" decides at the cursor, and the file says it`, async () => {
      world.colleague(name, 0, 'base');
      world.say('Overwrite');
      await run('ordinance.policy.pull', policy(name));
      world.colleague(name, 0, 'theirs');
      await world.annotate(name, 0, 'mine');
      const sheet = await review();
      assert.match(sheet.getText(), /Base: "base"\n *Mine: "mine"\n *Live: "theirs" .*by colleague/);
      const lenses = await world.lenses(sheet.uri);
      assert.ok(lenses.includes(title) && lenses.includes('Compare'), lenses.join(' | '));
      assert.ok(!lenses.includes('Apply Merge'), 'nothing is decided yet');
      await run(`ordinance.conflict.${command}`);
      await waitFor('the choice', () => sheet.getText().includes(`resolved: ${chosen}`));
      assert.ok((await world.lenses(sheet.uri)).includes('Apply Merge'));
      await applied(sheet, { nothingToPush: chosen === 'live' });
      assert.match(await world.textOf(name), says);
      assert.match(await world.textOf(name), chosen === 'mine' ? /# mine/ : /policyType/);
    });
  }

  test('a file that is edited in between is not overwritten; merging again keeps what was chosen', async () => {
    world.say('Overwrite');
    await run('ordinance.policy.pull', policy(name));
    world.colleague(name, 0, 'theirs again');
    await world.annotate(name, 0, 'mine again');
    // As a pull that would overwrite the edits offers it.
    world.say('Merge…');
    const [kept] = (await run<PullReport[]>('ordinance.policy.pull', policy(name))) ?? [];
    assert.equal(kept?.kept.length, 1);
    const sheet = window.activeTextEditor?.document;
    assert.equal(sheet?.uri.scheme, 'ordinance-merge', JSON.stringify(world.messages.last));
    world.messages.clear();
    await run('ordinance.conflict.useLive');
    await waitFor('the choice', () => sheet.getText().includes('resolved: live'));
    const file = await workspace.openTextDocument(fileOf(name));
    const head = new WorkspaceEdit();
    head.insert(file.uri, file.positionAt(0), '# written meanwhile\n');
    assert.ok(await workspace.applyEdit(head));
    await waitFor('the hindrance', () =>
      sheet.getText().includes('The file was edited after the merge started'),
    );
    const offered = await world.lenses(sheet.uri);
    assert.ok(offered.includes('Merge Again') && !offered.includes('Apply Merge'), offered.join(' | '));
    world.messages.clear();
    // It is merged again, said, and left to be looked at.
    assert.equal(await run('ordinance.merge.apply'), 'open');
    assert.match(await world.textOf(name), /^# written meanwhile\n[^]*notes: mine again/);
    const again = window.activeTextEditor?.document;
    assert.equal(again?.uri.scheme, 'ordinance-merge');
    assert.match(again.getText(), /resolved: live/);
    assert.doesNotMatch(again.getText(), /The file was edited/);
    await applied(again, { nothingToPush: true });
    assert.match(await world.textOf(name), /^# written meanwhile\n[^]*notes: theirs again/);
  });
});
