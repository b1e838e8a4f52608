import assert from 'node:assert/strict';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { languages, Range, Uri, window, workspace, WorkspaceEdit } from 'vscode';
import type { Diagnostic } from 'vscode';
import { after, print, suite, test, waitFor } from '../harness.ts';
import { surroundings } from '../surroundings.ts';

const rules = 10_000;

/** Four mistakes a rule; forty thousand in all. Of their order nothing can be said. */
const policies: Readonly<Record<string, string>> = {
  yaml: `policyType: ciImagesVulnerability\nrules:\n${Array.from(
    { length: rules },
    (_, at) =>
      `  - name: rule ${at}\n    collections: [{ name: of ${at} }]\n    disabled: no thanks\n    verbose: 1\n    onlyFixed: 2\n    graceDays: soon\n`,
  ).join('')}`,
  json: JSON.stringify(
    {
      policyType: 'ciImagesVulnerability',
      rules: Array.from({ length: rules }, (_, at) => ({
        name: `rule ${at}`,
        collections: [{ name: `of ${at}` }],
        disabled: 'no thanks',
        verbose: 1,
        onlyFixed: 2,
        graceDays: 'soon',
      })),
    },
    undefined,
    1,
  ),
};

const codeOf = ({ code }: Diagnostic): string => String(typeof code === 'object' ? code.value : code);

for (const [spelling, text] of Object.entries(policies)) {
  suite(`a policy with forty thousand problems, in ${spelling}`, () => {
    const uri = Uri.joinPath(
      surroundings().folder,
      `many-${spelling}/vulnerability/ci-images.policy.${spelling}`,
    );
    const found = (): Diagnostic[] => languages.getDiagnostics(uri);

    after(async () => {
      await workspace.fs.delete(Uri.joinPath(surroundings().folder, `many-${spelling}`), { recursive: true });
    });

    test('shows as many as the editor takes, and says how many more there are', async () => {
      await workspace.fs.writeFile(uri, new TextEncoder().encode(text));
      const delay = monitorEventLoopDelay({ resolution: 5 });
      delay.enable();
      await window.showTextDocument(await workspace.openTextDocument(uri));
      const all = await waitFor('findings', () => found().length > 0 && found());
      delay.disable();
      print(`longest block at the first look: ${Math.round(delay.max / 1e6)} ms`);
      // The editor takes a thousand and would put a line of its own in the place of ours.
      assert.equal(all.length, 1000);
      const last = all.filter((each) => codeOf(each) === 'more-problems');
      assert.deepEqual(
        last.map(({ message }) => message),
        [`And ${rules * 4 - 999} more problems`],
      );
    });

    test('shows first what is looked at', async () => {
      const document = await workspace.openTextDocument(uri);
      const editor = await window.showTextDocument(document);
      const line = Math.floor(document.lineCount / 2);
      editor.revealRange(new Range(line, 0, line, 0));
      await waitFor('findings at the middle', () => {
        const [first] = found();
        return first && Math.abs(first.range.start.line - line) < 100;
      });
    });

    test('follows a key', async () => {
      const document = await workspace.openTextDocument(uri);
      const [first] = found();
      assert.ok(first);
      const edit = new WorkspaceEdit();
      // Whichever of the four mistakes it is.
      edit.replace(uri, first.range, /soon/.test(document.getText(first.range)) ? '1' : 'false');
      const begin = performance.now();
      await workspace.applyEdit(edit);
      await waitFor('one finding less', () =>
        found().every(
          ({ range }) => !range.isEqual(first.range) || range.start.line !== first.range.start.line,
        ),
      );
      print(`one finding less after ${Math.round(performance.now() - begin)} ms`);
    });
  });
}
