import assert from 'node:assert/strict';
import type { Uri } from 'vscode';
import { setImmediate as settled } from 'node:timers/promises';
import { test, type TestContext } from 'node:test';
import { PolicyDocument } from '../../../../src/core/document/policyDocument.ts';
import { policyKind, type PolicyName } from '../../../../src/core/policy/families.ts';
import type { RuleMark } from '../../../../src/core/policy/ruleMark.ts';
import type { RuleChanges } from '../../../../src/core/sync/ruleChanges.ts';
import { Emitter } from '../../../../src/core/util/emitter.ts';
import { silentLogger } from '../../../../src/core/util/logger.ts';
import type { ConsoleHandle } from '../../../../src/vscode/workspace/consoleRegistry.ts';
import type { SyncChange } from '../../../../src/vscode/workspace/consoleSyncs.ts';
import { RuleMarks } from '../../../../src/vscode/workspace/ruleMarks.ts';

const policy: PolicyName = 'vulnerability/images';
const prod = { id: 'prod', entry: { name: 'prod' } } as ConsoleHandle;
const changed: RuleMark = { here: { changed: true }, isConflict: false };

function open(context: TestContext) {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const text = '{"rules":[{"name":"a"},{"name":"b"}]}';
  const document = PolicyDocument.read(text, 'json', policyKind(policy));
  const [first, second] = document.arrays()[0]?.rules ?? [];
  assert.ok(first && second);
  const consolesChanged = new Emitter<void>();
  const syncChanged = new Emitter<SyncChange>();
  const fileChanged = new Emitter<SyncChange>();
  const documentRead = new Emitter<{ readonly uri: Uri }>();
  const world = {
    found: { document, marks: new Map(), live: [] } as RuleChanges,
    isBusy: false,
    /** What a comparison waits for before it answers with what was found when it began. */
    until: undefined as Promise<void> | undefined,
    asked: 0,
    told: 0,
  };
  const marks = new RuleMarks({
    consoles: {
      get: (id) => (id === prod.id ? prod : undefined),
      onDidChange: consolesChanged.event,
      policyAt: () => ({ console: prod, ref: { console: 'prod', policy } }),
    },
    syncs: {
      of: () => ({
        ruleChanges: async () => {
          world.asked++;
          const { found, until } = world;
          await until;
          return found;
        },
        blame: () => ({ owner: 'eve' }),
        isBusy: () => world.isBusy,
      }),
      onDidChange: syncChanged.event,
    },
    files: { onDidChange: fileChanged.event },
    documents: { onDidChange: documentRead.event },
    log: silentLogger,
  });
  marks.onDidChange(() => world.told++);
  context.after(() => marks.dispose());
  const pass = async (ms: number): Promise<void> => {
    context.mock.timers.tick(ms);
    await settled();
  };
  const change = { consoleId: prod.id, policy };
  const mark = (place: 0 | 1, as: RuleMark = changed): void => {
    const { slice } = place === 0 ? first : second;
    world.found = { document, marks: new Map([[slice, as]]), live: [] };
  };
  return {
    world,
    marks,
    pass,
    first,
    second,
    change,
    mark,
    consolesChanged,
    syncChanged,
    fileChanged,
    documentRead,
  };
}

test('a policy that nobody looks at is not compared', async (context) => {
  const { world, pass, change, syncChanged, fileChanged } = open(context);
  syncChanged.fire(change);
  fileChanged.fire(change);
  await pass(1000);
  assert.equal(world.asked, 0);
});

test('rules are marked once somebody looks, and no longer when they are as they were', async (context) => {
  const { world, marks, pass, first, change, mark, fileChanged } = open(context);
  mark(0);
  marks.look(prod.id, policy);
  marks.look(prod.id, policy);
  await pass(1);
  assert.equal(world.asked, 1);
  assert.equal(marks.ofRule(first.slice), changed);
  assert.equal(world.told, 1);
  world.found = { ...world.found, marks: new Map() };
  fileChanged.fire(change);
  await pass(1000);
  assert.equal(marks.ofRule(first.slice), undefined);
  assert.equal(world.told, 2);
});

test('typing is compared once, when it rests, and told only when marks are others', async (context) => {
  const { world, marks, pass, second, change, mark, fileChanged } = open(context);
  mark(0);
  marks.look(prod.id, policy);
  await pass(1);
  for (let key = 0; key < 5; key++) {
    fileChanged.fire(change);
    await pass(100);
  }
  await pass(1000);
  assert.equal(world.asked, 2);
  assert.equal(world.told, 1);
  mark(1);
  fileChanged.fire(change);
  await pass(1000);
  assert.equal(marks.ofRule(second.slice), changed);
  assert.equal(world.told, 2);
});

test('nothing is compared while a push or pull is under way; its end is told', async (context) => {
  const { world, marks, pass, change, mark, syncChanged } = open(context);
  marks.look(prod.id, policy);
  await pass(1);
  world.isBusy = true;
  mark(0);
  syncChanged.fire(change);
  await pass(1000);
  assert.equal(world.asked, 1);
  world.isBusy = false;
  syncChanged.fire(change);
  await pass(1000);
  assert.equal(world.asked, 2);
  assert.equal(world.told, 1);
});

test('what was found of one console goes when another takes its name', async (context) => {
  const { world, marks, pass, first, mark, consolesChanged } = open(context);
  mark(0, { here: {}, live: { changed: true }, isConflict: false });
  marks.look(prod.id, policy);
  await pass(1);
  assert.notEqual(marks.ofRule(first.slice), undefined);
  world.found = { ...world.found, marks: new Map() };
  consolesChanged.fire();
  await pass(1000);
  assert.equal(marks.ofRule(first.slice), undefined);
  assert.equal(world.told, 2);
});

test('a comparison that fails leaves everything as it was', async (context) => {
  const { world, marks, pass, first, change, mark, syncChanged } = open(context);
  mark(0);
  marks.look(prod.id, policy);
  await pass(1);
  Object.defineProperty(world, 'found', {
    get: () => {
      throw new Error('the disk is gone');
    },
  });
  syncChanged.fire(change);
  await pass(1000);
  assert.equal(marks.ofRule(first.slice), changed);
});

test('a comparison that takes long takes nothing back that a later one found', async (context) => {
  const { world, marks, pass, first, change, mark, syncChanged } = open(context);
  mark(0);
  let answer: () => void = () => undefined;
  world.until = new Promise((resolve) => {
    answer = resolve;
  });
  marks.look(prod.id, policy);
  await pass(1);
  world.until = undefined;
  world.found = { ...world.found, marks: new Map() };
  syncChanged.fire(change);
  await pass(1000);
  answer();
  await pass(1);
  assert.equal(world.asked, 2);
  assert.equal(marks.ofRule(first.slice), undefined);
});

test('the rules of a file that is opened are marked, though they are marked as they were', async (context) => {
  const { world, marks, pass, mark, documentRead } = open(context);
  mark(0);
  marks.look(prod.id, policy);
  await pass(1);
  const opened = PolicyDocument.read('{"rules":[{"name":"a"},{"name":"b"}]}', 'json', policyKind(policy));
  const [again] = opened.arrays()[0]?.rules ?? [];
  assert.ok(again);
  world.found = { document: opened, marks: new Map([[again.slice, changed]]), live: [] };
  documentRead.fire({ uri: {} as Uri });
  await pass(1000);
  assert.equal(marks.ofRule(again.slice), changed);
  assert.equal(world.told, 2, 'whoever draws them is told');
});

/** The file as it is read once no editor has it: the same text, other rules. */
function fileOf(text = '{"rules":[{"name":"a"},{"name":"b"}]}') {
  const document = PolicyDocument.read(text, 'json', policyKind(policy));
  const [first, second] = document.arrays()[0]?.rules ?? [];
  assert.ok(first && second);
  return { document, first, second };
}

test('a rule keeps its mark when the editor is closed, and the file is compared', async (context) => {
  const { world, marks, pass, mark } = open(context);
  mark(0);
  marks.look(prod.id, policy);
  await pass(1);
  const file = fileOf();
  marks.drawn({} as Uri, file.document);
  assert.equal(marks.ofRule(file.first.slice), changed, 'at once');
  assert.equal(marks.ofRule(file.second.slice), undefined);
  const anew: RuleMark = { here: { added: true }, isConflict: false };
  world.found = { document: file.document, marks: new Map([[file.second.slice, anew]]), live: [] };
  await pass(1000);
  assert.equal(world.asked, 2, 'though nothing else told of the closing');
  assert.equal(marks.ofRule(file.first.slice), undefined);
  assert.equal(marks.ofRule(file.second.slice), anew);
});

test('rules that were read before the editor was open have what was found since', async (context) => {
  const { world, marks, pass, first, change, mark, syncChanged } = open(context);
  const file = fileOf();
  world.found = { document: file.document, marks: new Map([[file.first.slice, changed]]), live: [] };
  marks.look(prod.id, policy);
  await pass(1);
  mark(0);
  syncChanged.fire(change);
  await pass(1000);
  assert.equal(marks.ofRule(first.slice), changed);
  marks.drawn({} as Uri, file.document);
  assert.equal(marks.ofRule(file.first.slice), changed);
});

test('rules that are drawn from a reading that is never compared have what was found last, and end in no circle', async (context) => {
  const { world, marks, pass, change, mark, syncChanged } = open(context);
  mark(0);
  marks.look(prod.id, policy);
  await pass(1);
  const file = fileOf('{"rules":[{"name":"b"},{"name":"a"}]}');
  marks.onDidChange(() => marks.drawn({} as Uri, file.document));
  marks.drawn({} as Uri, file.document);
  assert.equal(marks.ofRule(file.second.slice), changed, 'wherever the rule stands');
  for (let round = 0; round < 5; round++) {
    await pass(1000);
  }
  assert.equal(world.asked, 2);
  mark(1);
  syncChanged.fire(change);
  await pass(1000);
  assert.deepEqual(
    [file.first, file.second].map(({ slice }) => marks.ofRule(slice)),
    [changed, undefined],
  );
});
