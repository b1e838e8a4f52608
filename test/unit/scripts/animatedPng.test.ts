import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { animatedPng } from '../../../scripts/lib/animatedPng.ts';
import { projectRoot } from '../../../scripts/lib/paths.ts';

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

/** Checks the form of a PNG file on the way. */
function chunksOf(png: Buffer): readonly Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 8; at < png.length;) {
    const end = at + 8 + png.readUInt32BE(at);
    const named = png.subarray(at + 4, end);
    assert.equal(png.readUInt32BE(end), crc32(named), 'the sum of a chunk');
    chunks.push({ type: named.toString('latin1', 0, 4), data: named.subarray(4) });
    at = end + 4;
  }
  return chunks;
}

const shown = await readFile(join(projectRoot, 'docs/images/plan.png'));

test('a moving picture has the data of its frames in order, each with its time', () => {
  const made = chunksOf(
    animatedPng([
      { png: shown, seconds: 2 },
      { png: shown, seconds: 0.5 },
    ]),
  );
  const one = chunksOf(shown)
    .filter(({ type }) => type === 'IDAT')
    .map(({ data }) => data);
  assert.deepEqual(
    made.map(({ type }) => type),
    ['IHDR', 'acTL', 'fcTL', ...one.map(() => 'IDAT'), 'fcTL', ...one.map(() => 'fdAT'), 'IEND'],
  );
  const second = made.filter(({ type }) => type === 'fdAT').map(({ data }) => data.subarray(4));
  assert.deepEqual(Buffer.concat(second), Buffer.concat(one));
  const controls = made.filter(({ type }) => type === 'fcTL').map(({ data }) => data);
  assert.deepEqual(
    controls.map((data) => [data.readUInt32BE(4), data.readUInt32BE(8), data.readUInt16BE(20)]),
    [
      [1440, 900, 200],
      [1440, 900, 50],
    ],
  );
  const numbers = made
    .filter(({ type }) => type === 'fcTL' || type === 'fdAT')
    .map(({ data }) => data.readUInt32BE(0));
  assert.deepEqual(numbers, [...numbers.keys()], 'numbers without a gap');
});

test('frames of different sizes make no moving picture', () => {
  const other = Buffer.from(shown);
  other.writeUInt32BE(7, 16);
  assert.throws(() =>
    animatedPng([
      { png: shown, seconds: 1 },
      { png: other, seconds: 1 },
    ]),
  );
  assert.throws(() => animatedPng([]));
});
