import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manifest, strings } from './manifest.ts';
import { holds, type Context } from './when.ts';

const { viewsWelcome } = manifest.contributes;

/** What a view may find when it is empty. */
interface State extends Context {
  readonly workspaceFolderCount: number;
  readonly isWorkspaceTrusted: boolean;
  readonly 'ordinance.hasLooked': boolean;
  readonly 'ordinance.hasConsoles': boolean;
  readonly 'ordinance.hasEmptyConsoleFile': boolean;
  readonly 'ordinance.hasPosture': boolean;
  readonly 'ordinance.hasPulled': boolean;
  readonly 'ordinance.hasEdits': boolean;
}

const flags = [true, false];
const states: readonly State[] = [
  {
    workspaceFolderCount: 0,
    isWorkspaceTrusted: true,
    'ordinance.hasLooked': true,
    'ordinance.hasConsoles': false,
    'ordinance.hasEmptyConsoleFile': false,
    'ordinance.hasPosture': false,
    'ordinance.hasPulled': false,
    'ordinance.hasEdits': false,
  },
  ...flags.flatMap((isWorkspaceTrusted) =>
    (
      [
        [false, false, false, false, false],
        [false, true, false, false, false],
        [true, false, false, false, false],
        [true, false, true, false, false],
        [true, false, false, true, false],
        [true, false, false, true, true],
      ] as const
    ).map(([hasConsoles, hasEmptyConsoleFile, hasPosture, hasPulled, hasEdits]) => ({
      workspaceFolderCount: 1,
      isWorkspaceTrusted,
      'ordinance.hasLooked': true,
      'ordinance.hasConsoles': hasConsoles,
      'ordinance.hasEmptyConsoleFile': hasEmptyConsoleFile,
      'ordinance.hasPosture': hasPosture,
      'ordinance.hasPulled': hasPulled,
      'ordinance.hasEdits': hasEdits,
    })),
  ),
];

/** When a command that a welcome offers can do what it says. */
const works: Readonly<Record<string, (state: State) => boolean>> = {
  'vscode.openFolder': ({ workspaceFolderCount }) => workspaceFolderCount === 0,
  'workbench.trust.manage': ({ isWorkspaceTrusted }) => !isWorkspaceTrusted,
  'ordinance.console.add': (state) => state.workspaceFolderCount > 0 && state.isWorkspaceTrusted,
  'ordinance.console.openFile': (state) =>
    state['ordinance.hasConsoles'] || state['ordinance.hasEmptyConsoleFile'],
  'ordinance.console.pull': (state) => state['ordinance.hasConsoles'] && state.isWorkspaceTrusted,
  'ordinance.policies.focus': (state) => state['ordinance.hasConsoles'],
  'ordinance.policies.pushEdited': (state) => state['ordinance.hasEdits'] && state.isWorkspaceTrusted,
  'ordinance.sandbox.try': ({ isWorkspaceTrusted }) => isWorkspaceTrusted,
};

test('a button of a welcome or of the walkthrough has the title of its command', () => {
  const titles = new Map(manifest.contributes.commands.map(({ command, title }) => [command, text(title)]));
  const other = Object.values(strings).flatMap((words) =>
    [...words.matchAll(/^\[([^\]]+)\]\(command:([\w.]+)\)$/gm)].filter(
      ([, label, command = '']) => titles.has(command) && titles.get(command) !== label,
    ),
  );
  assert.deepEqual(
    other.map(([button]) => button),
    [],
  );
});

test('what a welcome offers can be done where it is shown', () => {
  for (const state of states) {
    for (const { view, contents, when } of viewsWelcome.filter((welcome) => holds(welcome.when, state))) {
      for (const [, command = ''] of text(contents).matchAll(/\(command:([\w.]+)\)/g)) {
        assert.ok(
          works[command]?.(state),
          `${command} in ${view} when ${when}, with ${JSON.stringify(state)}`,
        );
      }
    }
  }
});

test('a view that is empty welcomes once', () => {
  const known = Object.values(manifest.contributes.views).flatMap((list) => list.map(({ id }) => id));
  assert.ok(viewsWelcome.every(({ view }) => known.includes(view)));
  for (const state of states) {
    for (const view of new Set(viewsWelcome.map((welcome) => welcome.view))) {
      const shown = viewsWelcome.filter((each) => each.view === view && holds(each.when, state));
      const mayBeFull = state['ordinance.hasConsoles'];
      assert.ok(
        shown.length === 1 || (mayBeFull && shown.length === 0),
        `${view} with ${JSON.stringify(state)}: ${shown.map(({ contents }) => contents).join()}`,
      );
    }
  }
});

test('before the workspace was looked through, no view says that it names no console', () => {
  const nothingKnown = {
    'ordinance.hasLooked': false,
    'ordinance.hasConsoles': false,
    'ordinance.hasEmptyConsoleFile': false,
    'ordinance.hasPosture': false,
    'ordinance.hasPulled': false,
    'ordinance.hasEdits': false,
  };
  for (const state of states.filter(({ workspaceFolderCount }) => workspaceFolderCount > 0)) {
    const shown = viewsWelcome.filter(({ when }) => holds(when, { ...state, ...nothingKnown }));
    assert.deepEqual(
      shown.filter(
        ({ contents }) => /console/i.test(contents) || /ordinance\.console\.add/.test(text(contents)),
      ),
      [],
    );
  }
});

test('welcome contents use nothing but links: other markup is shown as it is typed', () => {
  for (const { contents } of viewsWelcome) {
    assert.doesNotMatch(text(contents).replaceAll(/\[[^\]]*\]\([^)]*\)/g, ''), /[`*_<>[\]]/, contents);
  }
});

test('descriptions of settings without markup do not use any', () => {
  const { configuration } = manifest.contributes;
  for (const { properties } of configuration) {
    for (const [id, { description }] of Object.entries(properties)) {
      assert.doesNotMatch(description === undefined ? '' : text(description), /`|\*\*/, id);
    }
  }
});

function text(key: string): string {
  return strings[key.slice(1, -1)] ?? '';
}
