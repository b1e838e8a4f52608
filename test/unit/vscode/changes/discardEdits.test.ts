import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { CanceledError } from '../../../../src/core/util/errors.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { writePolicyText } from '../../../../src/core/document/updatedText.ts';
import { fromPlain, type JsonObject } from '../../../../src/core/json/json.ts';
import { policyKind, type PolicyKind } from '../../../../src/core/policy/families.ts';
import type { ChosenPolicy } from '../../../../src/vscode/workspace/consoleHandle.ts';
import { savedTextsOf } from '../../../mocks/savedTexts.ts';
import { useEditor } from '../../../mocks/vscode.ts';

const { discardEdits } = await import('../../../../src/vscode/changes/discardEdits.ts');

const folder = await mkdtemp(join(tmpdir(), 'ordinance-discard-'));
const path = join(folder, 'images.policy.yaml');
const uri = { scheme: 'file', path, fsPath: path, toString: () => `file://${path}` };
const secondPath = join(folder, 'host.policy.yaml');
const secondUri = { ...uri, path: secondPath, fsPath: secondPath, toString: () => `file://${secondPath}` };
const policy = { console: { entry: { name: 'prod' } }, kind: policyKind('vulnerability/images') };

/** Names of the rules whose edits would be lost. */
const lost: string[] = [];
const rulesOf = (notes: string): JsonObject =>
  fromPlain({ rules: lost.map((name) => ({ name, notes })) }) as JsonObject;
const syncs = {
  of: () => ({
    copies: {
      read: async (kind: PolicyKind) =>
        readPolicyText(writePolicyText(rulesOf('mine'), 'yaml'), 'yaml', kind),
    },
    bases: { document: async () => rulesOf('base') },
  }),
};
interface Button {
  readonly title: string;
  readonly isCloseAffordance: boolean;
}
let askedFor: readonly [message: string, options: { detail: string }, ...buttons: Button[]];
let press: string;
const compared: ChosenPolicy[] = [];
const compare = async (one: ChosenPolicy): Promise<void> => void compared.push(one);

const savedTexts = savedTextsOf();

let base: string;
let whileAsked: () => Promise<void>;
let beforeWriting: (path: string) => void;

beforeEach(async () => {
  base = 'base\n';
  lost.length = 0;
  press = 'Discard';
  whileAsked = async () => undefined;
  beforeWriting = () => undefined;
  await writeFile(secondPath, 'edited\n');
  await writeFile(path, 'edited\n');
  useEditor({
    Uri: {
      // The editor looks for the folder just before a file is written.
      joinPath: ({ fsPath }: { fsPath: string }) => {
        beforeWriting(fsPath);
        return { path: '/' };
      },
    },
    window: {
      showWarningMessage: async (...asked: typeof askedFor) => {
        askedFor = asked;
        await whileAsked();
        const [, , ...buttons] = asked;
        return buttons.find(({ title }) => title === press);
      },
      setStatusBarMessage: () => undefined,
    },
    workspace: {
      textDocuments: [],
      asRelativePath: ({ fsPath }: { fsPath: string }) => basename(fsPath),
      getWorkspaceFolder: () => undefined,
    },
  });
});

after(() => rm(folder, { recursive: true }));

const discard = (): Promise<void> =>
  discardEdits(
    {
      consoles: { findFile: async () => uri },
      baseTexts: { textOf: async () => base },
      savedTexts,
      syncs,
      compare,
    } as never,
    [policy as ChosenPolicy],
  );

const host = { console: { entry: { name: 'prod' } }, kind: policyKind('vulnerability/host') };

/** The same of two policies. */
const discardBoth = (): Promise<void> =>
  discardEdits(
    {
      consoles: {
        findFile: async (_: unknown, name: string) => (name === host.kind.name ? secondUri : uri),
      },
      baseTexts: { textOf: async () => base },
      savedTexts,
      syncs,
      compare,
    } as never,
    [policy, host] as ChosenPolicy[],
  );

test('edits go when that was answered', async () => {
  await discard();
  assert.equal(await readFile(path, 'utf8'), 'base\n');
});

test('Enter alone discards nothing: it compares, and Escape keeps the edits', async () => {
  for (const [all, first, out] of [
    [discard, 'Compare', 'Keep Edits'],
    [discardBoth, 'Compare vulnerability/images', 'Keep All Edits'],
  ] as const) {
    compared.length = 0;
    for (press of [out, first]) {
      await assert.rejects(all(), CanceledError);
    }
    assert.deepEqual(compared, [policy]);
    const [, , ...buttons] = askedFor;
    assert.deepEqual(
      buttons.map(({ title, isCloseAffordance }) => [title, isCloseAffordance]),
      [
        [first, false],
        ['Discard', false],
        [out, true],
      ],
    );
  }
  assert.equal(await readFile(path, 'utf8'), 'edited\n');
});

test('the question names what is lost, shortly where it is of several', async () => {
  lost.push('a', 'b', 'c', 'd');
  await discard();
  assert.match(
    askedFor[1].detail,
    /These edits would be lost:\n"a": changed\n"b": changed\n"c": changed\n"d": changed$/,
  );
  await writeFile(path, 'edited\n');
  await discardBoth();
  assert.match(askedFor[0], /2 policies/);
  assert.match(
    askedFor[1].detail,
    /^prod\/vulnerability\/images: "a": changed; "b": changed; "c": changed; and 1 more\nprod\/vulnerability\/host: /,
  );
});

test('what came into the file while it was asked is no edit that was to go', async () => {
  whileAsked = () => writeFile(path, 'of another branch\n');
  await assert.rejects(discard(), { code: 'changed' });
  assert.equal(await readFile(path, 'utf8'), 'of another branch\n');
});

test('a base that moved while it was asked is not the one to go back to', async () => {
  whileAsked = async () => {
    base = 'pushed since\n';
  };
  await assert.rejects(discard(), { code: 'changed' });
  assert.equal(await readFile(path, 'utf8'), 'edited\n');
});

test('of several, what became of each is said', async () => {
  beforeWriting = (written) => {
    if (written === path) {
      writeFileSync(secondPath, 'of another branch\n');
    }
  };
  await assert.rejects(discardBoth(), {
    code: 'file-changed',
    message: 'Edits of 1 of 2 policies were discarded. host.policy.yaml changed.',
    advice: undefined,
  });
  assert.equal(await readFile(path, 'utf8'), 'base\n');
  assert.equal(await readFile(secondPath, 'utf8'), 'of another branch\n');
});
