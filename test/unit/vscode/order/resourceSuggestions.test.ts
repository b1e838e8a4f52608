import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resourceSuggestions } from '../../../../src/vscode/order/resourceSuggestions.ts';
import { useEditor } from '../../../mocks/vscode.ts';

useEditor({});
const { typedPlaces } = await import('../../../../src/vscode/lists/resourceTables.ts');

const offered = { recent: ['image=asked/before'], clipboard: 'registry.example/copied:1' };
const suggest = (text: string, given = offered): ReturnType<typeof resourceSuggestions> =>
  resourceSuggestions(text, given);

test('an empty box offers the clipboard, what was asked before, then the fields', () => {
  const all = suggest('');
  assert.deepEqual(
    all.slice(0, 3).map(({ label }) => label),
    ['registry.example/copied:1', 'image=asked/before', 'image='],
  );
  assert.ok(all.every(({ answer, text }) => answer === undefined && text !== undefined));
  assert.equal(suggest('', { recent: [], clipboard: 'my secret' })[0]?.label, 'image=');
});

test('the first row is the text itself: an answer, or why it is none', () => {
  const [good, ...rest] = suggest('api:1 name');
  assert.equal(good?.label, 'api:1 name');
  assert.match(good.description ?? '', /image is given twice/);
  assert.equal(good.answer, undefined);
  assert.equal(rest[0]?.text, 'api:1 namespace=');
  const [whole] = suggest('api:1 namespace=dev');
  assert.deepEqual(whole?.answer, { images: ['api:1'], namespaces: ['dev'] });
  assert.equal(whole.description, 'image: api:1 · namespace: dev');
  assert.match(suggest('color=red')[0]?.description ?? '', /color is not one of image, host/);
  assert.ok(suggest('asked').some(({ text }) => text === 'image=asked/before'));
  assert.ok(!suggest('image=asked/before').some(({ text }) => text === 'image=asked/before'));
});

test('a row of impacted resources is typed with what is the same wherever it runs', () => {
  const place = { images: ['a/b:1'], accountIDs: ['7'], labels: ['team:x', 'app:y'] };
  assert.equal(
    typedPlaces([{ ...place, hosts: ['h'], namespaces: [] }]),
    'image=a/b:1 host=h label=team:x label=app:y namespace="" account-id=7',
  );
  assert.equal(
    typedPlaces([
      { ...place, hosts: ['h'], namespaces: ['dev'] },
      { ...place, hosts: ['i'], namespaces: ['dev'] },
      { ...place, namespaces: ['dev'], labels: ['team:x'] },
    ]),
    'image=a/b:1 namespace=dev account-id=7',
  );
  assert.equal(typedPlaces([{ containers: ['c 1'], images: ['a'] }]), 'image=a container="c 1"');
  assert.equal(typedPlaces([]), '');
});
