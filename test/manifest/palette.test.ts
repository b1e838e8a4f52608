import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contextKeyDefaults } from '../../src/vscode/platform/contextKeyDefaults.ts';
import { consoleLists } from '../../src/core/consoleFile/lists.ts';
import { policyKinds } from '../../src/core/policy/families.ts';
import { fileNames } from '../../src/core/policy/policyFile.ts';
import { internalCommandIds } from '../../src/vscode/platform/commandIds.ts';
import { policyCommandIds, ruleCommandIds } from '../commandsByKind.ts';
import { manifest, strings } from './manifest.ts';
import { holds, type Context } from './when.ts';

const { commands, menus } = manifest.contributes;
const rules = new Map((menus['commandPalette'] ?? []).map(({ command, when }) => [command, when ?? 'true']));

/** The commands that the palette lists there. */
function offered(context: Context): string[] {
  return commands
    .filter(({ command, enablement = 'true' }) =>
      [rules.get(command) ?? 'true', enablement].every((when) => holds(when, context)),
    )
    .map(({ command }) => command);
}

const noFolder: Context = { ...contextKeyDefaults, workspaceFolderCount: 0, isWorkspaceTrusted: true };
const emptyFolder: Context = { ...noFolder, workspaceFolderCount: 1, 'ordinance.hasLooked': true };
const signedOut: Context = { ...emptyFolder, 'ordinance.hasConsoles': true };
const signedIn: Context = { ...signedOut, 'ordinance.isSignedIn': true };
const untrusted: Context = { ...signedOut, isWorkspaceTrusted: false };
const inFront: Context = {
  ...signedIn,
  resourceLangId: 'ordinance-yaml',
  editorLangId: 'ordinance-yaml',
};
const planInFront: Context = { ...signedIn, resourceScheme: 'ordinance-plan' };

/** Where people are when they open the palette. */
const contexts: Readonly<Record<string, Context>> = {
  'no folder': noFolder,
  'an empty folder': emptyFolder,
  'an untrusted folder': untrusted,
  'a console file without a console': { ...emptyFolder, 'ordinance.hasEmptyConsoleFile': true },
  'a console, signed out': signedOut,
  'a console, signed in': signedIn,
  'a policy in front': inFront,
  'a pulled policy': { ...signedIn, 'ordinance.hasPulled': true },
  'a rule selected': { ...signedIn, 'ordinance.hasSelectedRule': true },
  'a rule with impacted resources selected': {
    ...signedIn,
    'ordinance.hasSelectedRule': true,
    'ordinance.hasSelectedListedRule': true,
  },
  'a rule for an API selected': {
    ...signedIn,
    'ordinance.hasSelectedRule': true,
    'ordinance.hasSelectedApiRule': true,
  },
  'a policy for APIs in front': {
    ...inFront,
    resourcePath: '/w/policies/sandbox/waas/containers.policy.yaml',
  },
  'a policy with impacted resources in front': {
    ...inFront,
    resourcePath: '/w/policies/sandbox/vulnerability/images.policy.yaml',
  },
  'a rule moved': { ...inFront, 'ordinance.hasMoved': true },
  'an edited policy': { ...signedIn, 'ordinance.hasEdits': true },
  'a merge': { ...signedIn, 'ordinance.isMerging': true },
  'a merge in front': { ...signedIn, 'ordinance.isMerging': true, resourceScheme: 'ordinance-merge' },
  'a push that can be undone': { ...signedIn, 'ordinance.canUndoPush': true },
  'a plan in front': { ...planInFront, 'ordinance.canPushPlan': true },
  'an old plan in front': { ...planInFront, 'ordinance.canRefreshPlan': true },
  'a result in front': { ...planInFront, 'ordinance.canUndoPush': true },
  'a push that was stopped': { ...signedIn, 'ordinance.canResumePush': true },
  'a policy of a sandbox in front': { ...inFront, 'ordinance.hasSandbox': true },
};

/** The most commands that the palette lists in each state. A person reads the list to find out what Ordinance can do. */
const pulled: Context = { ...signedIn, 'ordinance.hasPulled': true };
const everything: Context = {
  'ordinance.hasSandbox': true,
  'ordinance.hasPosture': true,
  'ordinance.hasEdits': true,
};
const editedInFront: Context = {
  ...inFront,
  resourceScheme: 'file',
  resourcePath: '/w/policies/sandbox/vulnerability/images.policy.yaml',
  'ordinance.hasPulled': true,
  'ordinance.hasSelectedRule': true,
  'ordinance.hasSelectedListedRule': true,
  'ordinance.hasEdits': true,
  'ordinance.hasMoved': true,
  'ordinance.canUndoPush': true,
};
const mostOffered: readonly [state: string, context: Context, most: number][] = [
  ['an empty folder', emptyFolder, 5],
  ['a pull with nothing open', pulled, 20],
  ['a pull from a sandbox with posture, edited, with nothing open', { ...pulled, ...everything }, 20],
  ['an edited policy in front, after a move and a push', editedInFront, 40],
  [
    'an edited policy of a sandbox with posture in front, in a merge and with a stopped push',
    { ...editedInFront, ...everything, 'ordinance.isMerging': true, 'ordinance.canResumePush': true },
    40,
  ],
];

for (const [state, context, most] of mostOffered) {
  test(`the palette lists at most ${most} commands with ${state}`, () => {
    const ids = offered(context);
    assert.ok(ids.length <= most, `${ids.length}: ${ids.join(' ')}`);
  });
}

test('the manifest contributes no command that only Ordinance runs', () => {
  const known = new Set(commands.map(({ command }) => command));
  for (const id of internalCommandIds) {
    assert.ok(id.startsWith('_') && !known.has(id), id);
  }
});

test('in an empty folder the palette offers what can be done there, and no more', () => {
  assert.deepEqual(offered(emptyFolder).sort(), [
    'ordinance.commandLine.install',
    'ordinance.console.add',
    'ordinance.log.show',
    'ordinance.sandbox.try',
  ]);
  assert.deepEqual(offered(noFolder).sort(), [
    'ordinance.commandLine.install',
    'ordinance.log.show',
    'ordinance.sandbox.try',
  ]);
});

test('every command of the palette is offered somewhere, and every context key makes a difference there', () => {
  const somewhere = new Set(Object.values(contexts).flatMap(offered));
  assert.deepEqual(
    commands.map(({ command }) => command).filter((id) => rules.get(id) !== 'false' && !somewhere.has(id)),
    [],
  );
  const usual = new Set<string>([...offered(signedIn), ...offered(emptyFolder)]);
  const inFolder = new Set(offered(emptyFolder));
  for (const [name, context] of Object.entries(contexts).slice(3)) {
    if (context !== signedIn && context !== signedOut) {
      assert.ok(
        offered(context).some((id) => !(context['ordinance.hasConsoles'] ? usual : inFolder).has(id)),
        `${name} offers something of its own`,
      );
    }
  }
});

/** What only some rules can do is not offered with others. */
const onlySome: Readonly<Record<string, readonly [front: string, selected: string]>> = {
  'ordinance.apiSpecification.resolve': ['a policy for APIs in front', 'a rule for an API selected'],
  'ordinance.rule.showImpacted': [
    'a policy with impacted resources in front',
    'a rule with impacted resources selected',
  ],
};

test('what only some policies have is offered in their files and in no others', () => {
  const inEditor = Object.entries(menus).flatMap(([id, items]) => (id === 'view/item/context' ? [] : items));
  for (const kind of policyKinds) {
    for (const name of fileNames(kind.target)) {
      // No console is a family by its name.
      const path = `/w/policies/waas/${kind.family}/${name}`;
      // The editor tells it as the machine writes paths.
      for (const resourcePath of [path, `c:${path.replaceAll('/', '\\')}`]) {
        const context = { ...inFront, resourcePath };
        for (const [id, has] of [
          ['ordinance.rule.showImpacted', kind.impacted !== undefined],
          ['ordinance.apiSpecification.resolve', kind.family === 'waas'],
        ] as const) {
          const places = inEditor.filter(({ command }) => command === id);
          assert.equal(places.length, 2);
          for (const { when = 'true' } of places) {
            assert.equal(holds(when, context), has, `${id} in ${resourcePath}`);
          }
        }
      }
    }
  }
});

test('commands on policies want a console, commands on rules a rule that can be meant', () => {
  const isOffered = (id: string, context: Context): boolean => offered(context).includes(id);
  for (const id of policyCommandIds) {
    assert.ok(!isOffered(id, emptyFolder) && !isOffered(id, noFolder), id);
  }
  for (const id of ruleCommandIds) {
    assert.ok(!isOffered(id, signedIn), `${id} without a rule`);
    const onlyFile: Context = { ...emptyFolder, resourceLangId: 'ordinance-yaml' };
    assert.ok(!isOffered(id, onlyFile), `${id} in a file of no console`);
    if (rules.get(id) !== 'false') {
      const some = onlySome[id];
      const [front, selected] = some ?? ['a policy in front', 'a rule selected'];
      assert.ok(isOffered(id, contexts[front] ?? {}), `${id} with ${front}`);
      assert.ok(isOffered(id, contexts[selected] ?? {}), `${id} with ${selected}`);
      assert.equal(isOffered(id, contexts['a rule selected'] ?? {}), !some, `${id} with any rule selected`);
    }
  }
});

/** What asks a console, or writes to it, or keeps a secret. */
const online =
  /\.(pull|push\w*|refresh|merge|override|compareLive|openLive|countAffected|signIn|signOut|checkVersion|restore|show(Impacted|Overview|Table)|saveSnapshot)$|^ordinance\.(list|collections|networkLists|baseImages)\./;

test('an untrusted folder offers nothing that makes a request', () => {
  const also: Context = {
    ...untrusted,
    resourceLangId: 'ordinance-yaml',
    resourcePath: '/w/policies/sandbox/waas/containers.policy.yaml',
    'ordinance.hasSelectedRule': true,
    'ordinance.hasSelectedApiRule': true,
    'ordinance.hasSelectedListedRule': true,
  };
  assert.deepEqual(
    offered({ ...also, 'ordinance.hasPosture': true, 'ordinance.hasEdits': true }).filter((id) =>
      online.test(id),
    ),
    [],
  );
});

test('what acts on one row of a tree stays out of the palette', () => {
  const rowOnly =
    /^ordinance\.(conflict\.|family\.|console\.checkVersion|policy\.override|(collections|networkLists|baseImages)\.(add|edit|delete)|rule\.move(Up|Down|ToTop|ToBottom)|posture\.(open|copy|browse|filter|add))/;
  assert.deepEqual(
    Object.values(contexts)
      .flatMap(offered)
      .filter((id) => rowOnly.test(id)),
    [],
  );
});

test('a plan is pushed from the palette only where it is in front and stands', () => {
  for (const [name, context] of Object.entries(contexts)) {
    const isPlan = context['resourceScheme'] === 'ordinance-plan';
    const ofPlans = offered(context).filter((id) => id.startsWith('ordinance.plan.'));
    assert.equal(ofPlans.length > 0, isPlan, name);
    assert.equal(ofPlans.includes('ordinance.plan.push'), name === 'a plan in front', name);
  }
});

test('lists are shown by one command, which asks which and is found by what each is called', () => {
  const shown = offered(inFront).filter((id) => /^ordinance\.(\w+)\.show$/.test(id));
  assert.deepEqual(shown.sort(), ['ordinance.list.show', 'ordinance.log.show']);
  const title = strings['command.list.show'] ?? '';
  for (const list of Object.values(consoleLists)) {
    const [last = ''] = /\w+$/.exec(list.title()) ?? [];
    assert.ok(title.toLowerCase().includes(last.toLowerCase()), last);
  }
  assert.match(title, /Collections.*Network Lists.*Base Images/);
});
