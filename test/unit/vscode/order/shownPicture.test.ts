import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DocumentOrder } from '../../../../src/core/assist/order/documentOrder.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { OrderPicture } from '../../../../src/core/order/picture/orderPicture.ts';
import { policyKinds } from '../../../../src/core/policy/families.ts';
import { runToEnd } from '../../../../src/core/util/inSlices.ts';
import type { PictureQuestion, ToPage } from '../../../../src/vscode/order/picture/pictureMessages.ts';
import { ShownPicture } from '../../../../src/vscode/order/picture/shownPicture.ts';

type Preview = Extract<ToPage, { kind: 'preview' }>;

async function allOf(messages: AsyncIterable<ToPage>): Promise<readonly ToPage[]> {
  const all: ToPage[] = [];
  for await (const message of messages) {
    all.push(message);
  }
  return all;
}

function answersTo(shown: ShownPicture, question: PictureQuestion): Promise<readonly ToPage[]> {
  return allOf(shown.answers(question));
}

async function previewed(
  shown: ShownPicture,
  rules: readonly number[],
  to: number,
): Promise<readonly Preview[]> {
  const answers = await answersTo(shown, { kind: 'preview', version: 3, rules, to });
  return answers.filter((answer) => answer.kind === 'preview');
}

function shownPicture(): ShownPicture {
  const kind = policyKinds.find(({ name }) => name === 'vulnerability/images')!;
  const names = Array.from({ length: 6 }, (_, at) => `c${at}`);
  const rules = ['All', ...names].map((name) => ({ name, collections: [{ name }] }));
  const text = JSON.stringify({ policyType: 'containerVulnerability', rules });
  const known = new Map(names.map((name) => [name, { images: [`registry/${name}/*`] }]));
  const lists = runToEnd(new DocumentOrder(kind, known).update(readPolicyText(text, 'json', kind)));
  const [list] = lists;
  assert.ok(list);
  return new ShownPicture(3, lists, list, new OrderPicture(kind, list.rules));
}

test('changed decisions of a move come before its cells, and cells come in parts', async () => {
  const shown = shownPicture();
  const columns = [...shown.picture.columns.keys()];
  const sent = await previewed(shown, [0], 6);
  assert.deepEqual(sent[0]?.cells, []);
  assert.ok(sent.length > 2);
  assert.deepEqual(
    sent.flatMap(({ cells }) => cells.map(([column]) => column)),
    columns,
  );
  const [first, ...more] = sent.map(({ sentences }) => sentences);
  assert.equal(first?.length, 7, 'a summary, and what becomes of six collections');
  more.forEach((each) => assert.deepEqual(each, first));
});

test('a move of rules that are not there changes nothing, and says so', async () => {
  const sent = await previewed(shownPicture(), [9], 0);
  assert.deepEqual(
    sent.map(({ sentences }) => sentences),
    [['Nothing would move.']],
  );
});

test('a question replaces the question before: only the last of several is answered', async () => {
  const shown = shownPicture();
  const queries = [0, 1, 2].map((rule) =>
    answersTo(shown, { kind: 'about', version: 3, rule, column: undefined }),
  );
  const settled = await Promise.allSettled(queries);
  assert.deepEqual(
    settled.map(({ status }) => status),
    ['rejected', 'rejected', 'fulfilled'],
  );
  const [, , last] = settled;
  assert.deepEqual(last?.status === 'fulfilled' && last.value.map((answer) => answer.kind), ['about']);
});

test('the cells of all columns come in parts, also while questions are asked, and end with the picture', async () => {
  const shown = shownPicture();
  const cells = allOf(shown.cells());
  await answersTo(shown, { kind: 'about', version: 3, rule: 0, column: 1 });
  await previewed(shown, [0], 6);
  const sent = (await cells).filter((message) => message.kind === 'cells');
  assert.ok(sent.length > 1);
  const columns = [...shown.picture.columns.keys()];
  assert.deepEqual(
    sent.flatMap((message) => message.cells.map(([column]) => column)),
    columns,
  );
  const stopped = allOf(shown.cells());
  shown.stop();
  await assert.rejects(stopped);
});
