import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { TreeDrawing, type DrawnRow } from '../../../../src/vscode/policies/treeDrawing.ts';

const console: DrawnRow = { id: 'console', parent: undefined };
const policy: DrawnRow = { id: 'policy', parent: console };
const other: DrawnRow = { id: 'other', parent: console };
const rule: DrawnRow = { id: 'rule', parent: policy };

describe('the drawing of a tree', () => {
  let now: number;
  let drawing: TreeDrawing;

  const listAll = (): void => {
    drawing.listing(undefined)([console]);
    drawing.listing(console)([policy, other]);
    drawing.listing(policy)([rule]);
  };

  beforeEach(() => {
    now = 1000;
    drawing = new TreeDrawing(() => now);
    listAll();
    now += 1000;
  });

  it('is over when what changed was listed again', () => {
    assert.equal(drawing.isOn, false);
    drawing.began([policy]);
    assert.equal(drawing.isOn, true);
    now += 50;
    drawing.listing(policy)([rule]);
    assert.equal(drawing.isOn, false);
  });

  it('does not wait for what lies in a row that became empty, and is closed since', () => {
    drawing.began([console]);
    drawing.listing(console)([policy, other]);
    drawing.isEmpty(policy);
    now += 1000;
    // Its file is there again, and nobody opened the row.
    drawing.began([policy]);
    drawing.began([console]);
    now += 300;
    drawing.listing(console)([policy, other]);
    assert.equal(drawing.isOn, false);
    drawing.listing(policy)([rule]);
    assert.equal(drawing.isOn, false);
    now += 1000;
    drawing.began([policy]);
    assert.equal(drawing.isOn, true);
  });

  it('waits not for long where the editor draws several changes as one', () => {
    for (let times = 0; times < 4; times++) {
      now += 250;
      drawing.began([policy]);
    }
    now += 50;
    drawing.listing(policy)([rule]);
    now += 400;
    assert.equal(drawing.isOn, true, 'others may still come');
    now += 200;
    assert.equal(drawing.isOn, false);
    drawing.began([policy]);
    now += 20;
    drawing.listing(policy)([rule]);
    assert.equal(drawing.isOn, false, 'what did not come is not awaited any more');
  });

  it('takes all that lies open below a row along', () => {
    drawing.began([console]);
    drawing.listing(console)([policy, other]);
    assert.equal(drawing.isOn, true);
    drawing.listing(policy)([rule]);
    assert.equal(drawing.isOn, false);
    drawing.began(undefined);
    drawing.listing(undefined)([console]);
    drawing.listing(console)([policy, other]);
    assert.equal(drawing.isOn, true);
  });

  it('is not begun by rows that nobody opened', () => {
    drawing.began([other]);
    assert.equal(drawing.isOn, false);
  });

  it('goes on when a change is told while the editor gathers them', () => {
    drawing.began([policy]);
    now += 50;
    drawing.began([policy]);
    now += 50;
    drawing.began([policy]);
    drawing.listing(policy)([rule]);
    assert.equal(drawing.isOn, true, 'it is drawn once more when no more is told');
    now += 210;
    drawing.listing(policy)([rule]);
    assert.equal(drawing.isOn, false);
  });

  it('is over when the last listing came for several', () => {
    drawing.began([policy]);
    now += 50;
    drawing.began([policy]);
    now += 500;
    drawing.listing(policy)([rule]);
    assert.equal(drawing.isOn, false);
  });

  it('is not waited for where rows were closed, or are gone', () => {
    drawing.began([policy]);
    drawing.closed(console);
    assert.equal(drawing.isOn, false);
    listAll();
    drawing.began(undefined);
    drawing.listing(undefined)([]);
    assert.equal(drawing.isOn, false);
  });

  it('has to begin once more where a row was listed for two at once, when both are over', () => {
    const first = drawing.listing(policy);
    const second = drawing.listing(policy);
    assert.equal(second([rule]), false);
    assert.equal(first([rule]), true);
    assert.equal(drawing.listing(policy)([rule]), false);
  });

  it('is lost, told once, where the editor never came to what changed and is shown', () => {
    drawing.began([policy]);
    now += 2999;
    assert.deepEqual(drawing.lost(), []);
    now += 2;
    assert.deepEqual(drawing.lost(), [policy]);
    assert.deepEqual(drawing.lost(), []);
    drawing.began([policy]);
    now += 4000;
    assert.deepEqual(drawing.lost(), [], 'it did not come the second time either');
    drawing.listing(policy)([rule]);
    drawing.began([policy]);
    const slow = drawing.listing(policy);
    now += 4000;
    assert.deepEqual(drawing.lost(), [], 'it is on its way');
    slow([rule]);
    drawing.began([policy]);
    drawing.closed(console);
    now += 4000;
    assert.deepEqual(drawing.lost(), [], 'nobody sees it');
  });

  it('is over at some time in any case', () => {
    drawing.began([policy]);
    now += 2999;
    assert.equal(drawing.isOn, true);
    now += 2;
    assert.equal(drawing.isOn, false);
  });
});
