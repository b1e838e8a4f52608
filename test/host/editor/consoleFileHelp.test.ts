import assert from 'node:assert/strict';
import {
  commands,
  Position,
  Uri,
  workspace,
  type CompletionList,
  type Hover,
  type MarkdownString,
} from 'vscode';
import { after, suite, test } from '../harness.ts';
import { surroundings } from '../surroundings.ts';

const text = `consoles:
  one:
    url: https://console.example:8083
    auth: 
    
`;

suite('help in ordinance.yaml', () => {
  const uri = Uri.joinPath(surroundings().folder, 'elsewhere/ordinance.yaml');

  after(async () => {
    await commands.executeCommand('workbench.action.closeAllEditors');
    await workspace.fs.delete(uri);
  });

  const complete = async (line: number, character: number): Promise<string[]> => {
    const list = await commands.executeCommand<CompletionList>(
      'vscode.executeCompletionItemProvider',
      uri,
      new Position(line, character),
    );
    return list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
  };

  test('completion offers the fields a console lacks', async () => {
    await workspace.fs.writeFile(uri, Buffer.from(text));
    await workspace.openTextDocument(uri);
    const labels = await complete(4, 4);
    for (const field of ['loginUrl', 'caFile', 'protected', 'sspmUrl']) {
      assert.ok(labels.includes(field), `${field} in ${labels.join(', ')}`);
    }
    assert.ok(!labels.includes('url'));
  });

  test('completion offers the values of a field', async () => {
    const labels = await complete(3, 10);
    for (const value of ['basic', 'login', 'bearer']) {
      assert.ok(labels.includes(value), `${value} in ${labels.join(', ')}`);
    }
  });

  test('hover says what a field is for', async () => {
    const hovers = await commands.executeCommand<Hover[]>(
      'vscode.executeHoverProvider',
      uri,
      new Position(3, 6),
    );
    const words = hovers.flatMap(({ contents }) =>
      contents.map((content) => (content as MarkdownString).value),
    );
    assert.match(words.join('\n'), /`auth`[^]*basic/);
  });
});
