import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConditionMessage, type MessagePlace } from '../../../../src/vscode/platform/conditionMessage.ts';

test('a message stands as long as it is true, and follows what it counts', () => {
  const place: MessagePlace = {};
  const message = new ConditionMessage(place);
  let open = 2;
  message.show(() => (open > 0 ? `${open} open` : undefined));
  assert.equal(place.message, '2 open');
  open = 1;
  message.update();
  assert.equal(place.message, '1 open');
  open = 0;
  message.update();
  assert.equal(place.message, undefined);
  open = 3;
  message.update();
  assert.equal(place.message, undefined, 'what was withdrawn does not come back by itself');
});

test('a newer message takes the place of the older one', () => {
  const place: MessagePlace = {};
  const message = new ConditionMessage(place);
  message.show(() => 'first');
  message.show(() => 'second');
  assert.equal(place.message, 'second');
  message.dispose();
  assert.equal(place.message, undefined);
});
