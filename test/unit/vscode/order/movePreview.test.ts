import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DocumentOrder } from '../../../../src/core/assist/order/documentOrder.ts';
import { PolicyDocument } from '../../../../src/core/document/policyDocument.ts';
import { OrderPicture } from '../../../../src/core/order/picture/orderPicture.ts';
import { policyKinds } from '../../../../src/core/policy/families.ts';
import { runToEnd } from '../../../../src/core/util/runToEnd.ts';
import type { PictureQuery, ToPage } from '../../../../src/vscode/order/picture/pictureMessages.ts';
import { ShownPicture } from '../../../../src/vscode/order/picture/shownPicture.ts';

type Preview = Extract<ToPage, { kind: 'preview' }>;

async function answersTo(shown: ShownPicture, look: Partial<PictureQuery>): Promise<readonly ToPage[]> {
  const whole = {
    kind: 'query',
    version: 3,
    rule: 0,
    column: undefined,
    columns: [],
    move: undefined,
  } as const;
  const sent: ToPage[] = [];
  for await (const answer of shown.answers({ ...whole, ...look })) {
    sent.push(answer);
  }
  return sent;
}

async function previewed(shown: ShownPicture, move: PictureQuery['move']): Promise<readonly Preview[]> {
  return (await answersTo(shown, { move })).filter((answer) => answer.kind === 'preview');
}

function shownPicture(): ShownPicture {
  const kind = policyKinds.find(({ name }) => name === 'vulnerability/images')!;
  const names = Array.from({ length: 6 }, (_, at) => `c${at}`);
  const rules = ['All', ...names].map((name) => ({ name, collections: [{ name }] }));
  const text = JSON.stringify({ policyType: 'containerVulnerability', rules });
  const known = new Map(names.map((name) => [name, { images: [`registry/${name}/*`] }]));
  const lists = runToEnd(new DocumentOrder(kind, known).update(PolicyDocument.read(text, 'json', kind)));
  const [list] = lists;
  assert.ok(list);
  return new ShownPicture(3, lists, list, new OrderPicture(kind, list.rules));
}

test('changed decisions of a move come before its cells, and cells come in parts', async () => {
  const shown = shownPicture();
  const columns = [...shown.picture.columns.keys()];
  const sent = await previewed(shown, { rules: [0], to: 6, columns });
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
  const sent = await previewed(shownPicture(), { rules: [9], to: 0, columns: [0] });
  assert.deepEqual(
    sent.map(({ sentences }) => sentences),
    [['Nothing would move.']],
  );
});

test('a query replaces the query before: only the last of several is answered', async () => {
  const shown = shownPicture();
  const queries = [0, 1, 2].map((rule) => answersTo(shown, { rule, columns: [0, 1] }));
  const settled = await Promise.allSettled(queries);
  assert.deepEqual(
    settled.map(({ status }) => status),
    ['rejected', 'rejected', 'fulfilled'],
  );
  const [, , last] = settled;
  assert.deepEqual(last?.status === 'fulfilled' && last.value.map((answer) => answer.kind), [
    'about',
    'cells',
  ]);
});
