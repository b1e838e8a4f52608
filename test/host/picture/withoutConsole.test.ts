import assert from 'node:assert/strict';
import { commands, Uri, window, workspace } from 'vscode';
import { after, before, suite, test, waitFor } from '../harness.ts';
import { fileOf, policy, run } from '../mainJob.ts';
import { PicturePage } from '../picturePage.ts';
import { surroundings } from '../surroundings.ts';

suite('order as a picture, without a console', () => {
  const kept = Uri.joinPath(surroundings().folder, 'policies/sandbox/collections.yaml');
  let page: PicturePage;

  before(() => {
    page = new PicturePage();
  });

  after(async () => {
    page.leave();
    await workspace.fs.delete(kept).then(undefined, () => undefined);
  });

  test('a policy with two lists in JSON: each has its picture, and rules move in their own', async () => {
    const network = 'cnns/network';
    const uri = fileOf(network).with({ path: fileOf(network).path.replace('.yaml', '.json') });
    const rule = (title: string, dst: number): object => ({
      name: title,
      src: 1,
      dst,
      ports: [{ start: 443, end: 443 }],
      effect: 'alert',
    });
    const document = {
      _id: 'networkFirewall',
      containerEnabled: true,
      containerRules: [rule('any', 1)],
      hostEnabled: false,
      hostRules: [rule('wide', 2), rule('same', 2), rule('other', 3)],
      networkEntities: [
        { _id: 1, name: 'hosts', type: 'host', collections: [{ name: 'All' }] },
        { _id: 2, name: 'net', type: 'subnet', subnets: [{ name: 'net', cidr: '10.0.0.0/8' }] },
        { _id: 3, name: 'more', type: 'subnet', subnets: [{ name: 'more', cidr: '10.1.0.0/16' }] },
      ],
    };
    await workspace.fs.writeFile(uri, new TextEncoder().encode(JSON.stringify(document, undefined, 2)));
    await run('ordinance.policy.showPicture', policy(network));
    await waitFor('a picture', () => page.last('picture')?.title.includes(network));
    assert.deepEqual(
      page.picture.lists.map(({ key }) => key),
      ['containerRules', 'hostRules'],
    );
    page.send({ kind: 'list', list: 'hostRules' });
    await waitFor('the other list', () => page.picture.list === 'hostRules');
    assert.match(page.picture.notes.join(' '), /disables this list.*are unknown: the console was not read/);
    await workspace.fs.writeFile(
      kept,
      new TextEncoder().encode('collections:\n  - name: hosts\n    hosts:\n      - h*\n'),
    );
    await waitFor('what is kept', () =>
      page.picture.notes.some((note) => /Collections: from collections\.yaml/.test(note)),
    );
    assert.deepEqual(
      page.picture.columns.map(({ names }) => names),
      [['All → net : 443'], ['All → more : 443']],
    );
    assert.equal(await page.column('All → net : 443'), 'att.');
    assert.equal(await page.column('All → more : 443'), 'att.');
    await page.move([2], 0);
    await waitFor('the picture', () => page.names()[0] === 'other');
    const after = JSON.parse((await workspace.openTextDocument(uri)).getText()) as typeof document;
    assert.deepEqual(after, {
      ...document,
      hostRules: [document.hostRules[2], ...document.hostRules.slice(0, 2)],
    });
    assert.equal(await page.column('All → net : 443'), 'sst.');
    await window.showTextDocument(uri);
    await commands.executeCommand('workbench.action.files.revert');
    await workspace.fs.delete(uri);
    await waitFor('a page that says so', () => page.sent.at(-1)?.kind === 'problem');
    assert.match(page.last('problem')?.text ?? '', /has no file yet/);
  });
});
