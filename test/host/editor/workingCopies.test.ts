import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Position, Uri, workspace, WorkspaceEdit } from 'vscode';
import type { TextDocument } from 'vscode';
import { policyKind } from '../../../src/core/policy/families.ts';
import { isExpected } from '../../../src/core/util/errors.ts';
import { openWorkingCopies } from '../../../src/vscode/workspace/workingCopies.ts';
import { workingText } from '../../../src/vscode/workspace/textFiles.ts';
import { writeTextFile } from '../../../src/vscode/workspace/writeTextFile.ts';
import { after, before, suite, test, waitFor } from '../harness.ts';
import { fileOf, save } from '../mainJob.ts';
import { surroundings } from '../surroundings.ts';
import { policyText, World, writePolicy } from './world.ts';

const name = 'vulnerability/host';
const kind = policyKind(name);

suite('working copies', () => {
  let world: World;
  let copies: ReturnType<typeof openWorkingCopies>;

  /** The file, open and as it was written. */
  const opened = async (text: string): Promise<TextDocument> => {
    const document = await workspace.openTextDocument(await writePolicy(name, text));
    await waitFor('the file as it was written', () => document.getText() === text);
    return document;
  };

  before(async () => {
    world = new World();
    await world.ready();
    copies = openWorkingCopies(() => world.consoles.consoles[0]!, world);
  });

  after(() => world.dispose());

  test('what git brings counts before the editor shows it', async () => {
    const document = await opened(policyText('mine'));
    writeFileSync(fileOf(name).fsPath, policyText('theirs'));
    assert.equal(document.getText(), policyText('mine'), 'the editor does not know yet');
    const copy = await copies.read(kind);
    assert.equal(copy?.text, policyText('theirs'));
    await assert.rejects(
      copies.write(kind, 'yaml', policyText('merged'), policyText('mine')),
      (error) => isExpected(error) && error.code === 'file-changed',
    );
    assert.equal(String(await workspace.fs.readFile(fileOf(name))), policyText('theirs'));
    await waitFor('the editor to follow', () => document.getText() === policyText('theirs'));
  });

  test('while git replaces files nothing is written', async () => {
    await opened(policyText('mine'));
    const git = join(surroundings().folder.fsPath, '.git');
    mkdirSync(git);
    try {
      writeFileSync(join(git, 'index.lock'), '');
      let done = false;
      const written = copies.write(kind, 'yaml', policyText('merged'), policyText('mine')).finally(() => {
        done = true;
      });
      await delay(200);
      assert.equal(done, false);
      writeFileSync(fileOf(name).fsPath, policyText('theirs'));
      renameSync(join(git, 'index.lock'), join(git, 'index'));
      await assert.rejects(written, (error) => isExpected(error) && error.code === 'file-changed');
      assert.equal(String(await workspace.fs.readFile(fileOf(name))), policyText('theirs'));
    } finally {
      rmSync(git, { recursive: true });
    }
  });

  test('a file that was deleted under an open document is written anew', async () => {
    const document = await opened(policyText('mine'));
    rmSync(fileOf(name).fsPath);
    assert.equal(await copies.read(kind), undefined);
    await copies.write(kind, 'yaml', policyText('mine'), undefined);
    assert.equal(String(await workspace.fs.readFile(fileOf(name))), policyText('mine'));
    assert.equal(document.isDirty, false);
  });

  test('what is written goes over a text that the editor still shows', async () => {
    const document = await opened(policyText('mine'));
    writeFileSync(fileOf(name).fsPath, policyText('theirs'));
    await copies.write(kind, 'yaml', policyText('merged'), policyText('theirs'));
    assert.equal(String(await workspace.fs.readFile(fileOf(name))), policyText('merged'));
    await waitFor('the editor to follow', () => document.getText() === policyText('merged'));
    assert.equal(document.isDirty, false);
  });

  for (const [what, update] of [
    ['a text', policyText('merged')],
    ['edits', [{ start: 0, end: 0, text: '# merged\n' }]],
  ] as const) {
    test(`what is written as ${what} is saved where the file was only written anew since the editor read it`, async () => {
      const document = await opened(policyText('mine'));
      writeFileSync(fileOf(name).fsPath, policyText('mine').replaceAll('\n', '\r\n'));
      await copies.write(kind, 'yaml', update, document.getText());
      assert.equal(document.isDirty, false);
      const onDisk = readFileSync(fileOf(name).fsPath, 'utf8');
      assert.equal(onDisk, document.getText());
      assert.ok(onDisk.includes('merged'));
    });
  }

  test('a file that begins with a mark is saved likewise, and keeps it', async () => {
    await opened(policyText('mine'));
    writeFileSync(fileOf(name).fsPath, `\ufeff${policyText('marked')}`);
    const document = await workspace.openTextDocument(fileOf(name));
    await waitFor('the editor to follow', () => document.getText() === policyText('marked'));
    writeFileSync(fileOf(name).fsPath, `\ufeff${policyText('marked').replaceAll('\n', '\r\n')}`);
    await copies.write(kind, 'yaml', policyText('merged'), document.getText());
    const onDisk = readFileSync(fileOf(name).fsPath, 'utf8');
    assert.ok(onDisk.startsWith('\ufeff') && onDisk.includes('merged'));
    // The editor may still be reading the file as it was a moment ago.
    await waitFor('the editor to follow', () => onDisk === `\ufeff${document.getText()}`);
    assert.equal(document.isDirty, false);
  });

  for (const [what, update] of [
    ['a text', policyText('merged')],
    ['edits', [{ start: 0, end: 0, text: '# merged\n' }]],
  ] as const) {
    test(`what is written as ${what} goes to a file whose line endings became others meanwhile`, async () => {
      const document = await opened(policyText('mine'));
      const { text: expected } = (await copies.read(kind))!;
      writeFileSync(fileOf(name).fsPath, expected.replaceAll('\n', '\r\n'));
      await waitFor('the editor to follow', () => document.getText().includes('\r\n'));
      await copies.write(kind, 'yaml', update, expected);
      assert.equal(document.isDirty, false);
      const onDisk = readFileSync(fileOf(name).fsPath, 'utf8');
      assert.equal(onDisk, document.getText());
      assert.ok(onDisk.includes('merged'));
    });
  }

  test('what was made of another text than the file says by now is not written', async () => {
    const document = await opened(policyText('mine'));
    const edit = new WorkspaceEdit();
    edit.insert(document.uri, new Position(0, 0), '# typed\n');
    assert.ok(await workspace.applyEdit(edit));
    const isRefused = (error: unknown): boolean => isExpected(error) && error.code === 'file-changed';
    await assert.rejects(
      writeTextFile(document.uri, policyText('made'), policyText('mine'), world.savedTexts),
      isRefused,
    );
    assert.equal(document.getText(), `# typed\n${policyText('mine')}`);
    await save(document);
  });

  test('a file that says something else since the editor read it is not saved over', async () => {
    const document = await opened(policyText('mine'));
    const edit = new WorkspaceEdit();
    edit.insert(document.uri, new Position(0, 0), '# typed\n');
    assert.ok(await workspace.applyEdit(edit));
    writeFileSync(fileOf(name).fsPath, policyText('theirs, which is longer'));
    await assert.rejects(
      copies.write(kind, 'yaml', policyText('merged'), document.getText()),
      (error) => isExpected(error) && error.code === 'not-saved',
    );
    assert.equal(readFileSync(fileOf(name).fsPath, 'utf8'), policyText('theirs, which is longer'));
    writeFileSync(fileOf(name).fsPath, document.getText());
    await save(document);
  });

  /** The file, open, with something typed that is not saved. */
  const typedInto = async (text: string): Promise<TextDocument> => {
    const document = await opened(text);
    await world.documents.open(document);
    const edit = new WorkspaceEdit();
    edit.insert(document.uri, new Position(0, 0), '# typed\n');
    assert.ok(await workspace.applyEdit(edit));
    await waitFor('the edit to be known as not saved', () => document.isDirty);
    return document;
  };

  test('nor one that says something as long', async () => {
    const document = await typedInto(policyText('mine'));
    writeFileSync(fileOf(name).fsPath, policyText('else'));
    await assert.rejects(
      copies.write(kind, 'yaml', policyText('merged'), document.getText()),
      (error) => isExpected(error) && error.code === 'not-saved',
    );
    assert.equal(document.getText(), `# typed\n${policyText('mine')}`);
    assert.equal(readFileSync(fileOf(name).fsPath, 'utf8'), policyText('else'));
    writeFileSync(fileOf(name).fsPath, document.getText());
    await save(document);
  });

  for (const small of ['ordinance.yaml', 'tests.policy-test.yaml']) {
    test(`nor is ${small}, where edits of it are not saved`, async () => {
      const uri = Uri.joinPath(surroundings().folder, 'small', small);
      await writeTextFile(uri, '# mine\n', undefined, world.savedTexts);
      const document = await workspace.openTextDocument(uri);
      const edit = new WorkspaceEdit();
      edit.insert(uri, new Position(0, 0), '# typed\n');
      assert.ok(await workspace.applyEdit(edit));
      await waitFor('the edit to be known as not saved', () => document.isDirty);
      writeFileSync(uri.fsPath, '# else\n');
      await assert.rejects(
        writeTextFile(uri, '# added\n', document.getText(), world.savedTexts),
        (error) => isExpected(error) && error.code === 'not-saved',
      );
      assert.equal(document.getText(), '# typed\n# mine\n');
      assert.equal(readFileSync(uri.fsPath, 'utf8'), '# else\n');
      writeFileSync(uri.fsPath, '# mine\n');
      await writeTextFile(uri, '# added\n', document.getText(), world.savedTexts);
      assert.equal(readFileSync(uri.fsPath, 'utf8'), '# added\n');
      // Saved, and taken over from the disk: the next edit begins from there.
      writeFileSync(uri.fsPath, '# longer than that\n');
      await waitFor('the editor to follow', () => document.getText() === '# longer than that\n');
      const again = new WorkspaceEdit();
      again.insert(uri, new Position(0, 0), '# again\n');
      assert.ok(await workspace.applyEdit(again));
      await waitFor(
        'what the file says',
        () => world.savedTexts.savedText(document) === '# longer than that\n',
      );
      await save(document);
      assert.equal(world.savedTexts.savedText(document), undefined);
    });
  }

  test('what is written over edits that are not saved is saved where the file was only written anew', async () => {
    const document = await typedInto(policyText('mine'));
    writeFileSync(fileOf(name).fsPath, policyText('mine').replaceAll('\n', '\r\n'));
    await copies.write(kind, 'yaml', policyText('merged'), document.getText());
    assert.equal(document.isDirty, false);
    assert.equal(readFileSync(fileOf(name).fsPath, 'utf8'), document.getText());
  });

  test('what a document said when its file was last the same follows saves and what git brings', async () => {
    const document = await typedInto(policyText('mine'));
    const said = (): string | undefined => world.savedTexts.savedText(document);
    assert.equal(said(), policyText('mine'));
    await save(document);
    await waitFor('the save', () => !document.isDirty);
    assert.equal(said(), undefined);
    writeFileSync(fileOf(name).fsPath, policyText('theirs, which is longer'));
    await waitFor('the editor to follow', () => document.getText() === policyText('theirs, which is longer'));
    const edit = new WorkspaceEdit();
    edit.insert(document.uri, new Position(0, 0), '# again\n');
    assert.ok(await workspace.applyEdit(edit));
    await waitFor('the edit', () => said() === policyText('theirs, which is longer'));
    edit.set(document.uri, []);
    await save(document);
  });

  test('with a file in each spelling neither is taken', async () => {
    await opened(policyText('mine'));
    const twin = Uri.file(fileOf(name).fsPath.replace(/yaml$/, 'json'));
    await writeTextFile(twin, '{}', undefined, world.savedTexts);
    const isRefused = (error: unknown): boolean => isExpected(error) && error.code === 'several-files';
    await assert.rejects(copies.read(kind), isRefused);
    await assert.rejects(copies.write(kind, 'yaml', 'rules: []', policyText('mine')), isRefused);
    await workspace.fs.delete(twin);
    assert.equal((await copies.read(kind))?.text, policyText('mine'));
  });

  test('a file that is a link out of the workspace is neither read nor written', async () => {
    const { fsPath } = fileOf(name);
    const outside = join(surroundings().folder.fsPath, '..', 'outside.policy.yaml');
    renameSync(fsPath, outside);
    symlinkSync(outside, fsPath);
    const isOutside = (error: unknown): boolean => isExpected(error) && error.code === 'outside-workspace';
    await assert.rejects(copies.read(kind), isOutside);
    await assert.rejects(copies.write(kind, 'yaml', policyText('x'), undefined), isOutside);
    assert.notEqual(readFileSync(outside, 'utf8'), policyText('x'));
    rmSync(fsPath);
    renameSync(outside, fsPath);
  });

  test('a file that only says it is empty is read up to the limit, and by no link', async () => {
    const link = Uri.joinPath(surroundings().folder, 'made-up.yaml');
    // Elsewhere there is no such file.
    const endless = '/proc/self/pagemap';
    symlinkSync(existsSync(endless) ? endless : '/', link.fsPath);
    const isCode = (code: string) => (error: unknown) => isExpected(error) && error.code === code;
    await assert.rejects(workingText(link), isCode('outside-workspace'));
    await assert.rejects(world.documents.read(link), isCode('outside-workspace'));
    if (existsSync(endless)) {
      await assert.rejects(workingText(Uri.file(endless)), isCode('too-large'));
    }
    rmSync(link.fsPath);
  });

  test('a file that cannot be made is said as such', async () => {
    const blocked = Uri.joinPath(surroundings().folder, 'blocked');
    await writeTextFile(blocked, 'a file where a folder is needed', undefined, world.savedTexts);
    await assert.rejects(
      writeTextFile(Uri.joinPath(blocked, 'a/b.txt'), 'x', undefined, world.savedTexts),
      (error) => isExpected(error) && error.code === 'not-a-folder' && error.message.includes('b.txt'),
    );
    await workspace.fs.delete(blocked);
  });

  test('what is typed counts before the disk', async () => {
    const document = await opened(policyText('saved'));
    const edits = new WorkspaceEdit();
    edits.insert(document.uri, new Position(0, 0), '# typed\n');
    assert.ok(await workspace.applyEdit(edits));
    const copy = await copies.read(kind);
    assert.equal(copy?.text, `# typed\n${policyText('saved')}`);
    await save(document);
  });

  test('a mixture of line endings is no change', async () => {
    const text = policyText('one', 'two');
    const mixed = text.replace('\n', '\r\n');
    await writePolicy(name, text);
    const document = await workspace.openTextDocument(fileOf(name));
    writeFileSync(fileOf(name).fsPath, mixed);
    await waitFor(
      'one kind of line ending',
      () => !/\r\n[^]*[^\r]\n|[^\r]\n[^]*\r\n/.test(document.getText()),
    );
    assert.equal((await copies.read(kind))?.text, document.getText());
  });

  test('what happens in folders that were made for a file is seen', async () => {
    for (let round = 0; round < 8; round++) {
      const uri = Uri.joinPath(surroundings().folder, `made-${round}/here/for/it.txt`);
      await writeTextFile(uri, 'mine', undefined, world.savedTexts);
      const document = await workspace.openTextDocument(uri);
      // Longer than what is seen at once with the making of the file.
      await delay(300);
      writeFileSync(uri.fsPath, 'theirs');
      await waitFor(`round ${round}`, () => document.getText() === 'theirs');
    }
  });
});
