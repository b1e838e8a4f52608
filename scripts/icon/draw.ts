import { readFile, writeFile } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';
import { launchBrowser } from '../lib/browser.ts';

/**
 * `node scripts/icon/draw.ts` draws `media/icon.png` from `icon.svg`. Run it after a change of the drawing.
 */
const size = 256;
const drawing = await readFile(new URL('icon.svg', import.meta.url), 'utf8');
const browser = await launchBrowser(() => undefined);
try {
  const page = await browser.newPage();
  const pixels = await page.evaluate<number[]>(`(async () => {
    const image = new Image(${size}, ${size});
    image.src = ${JSON.stringify(`data:image/svg+xml,${encodeURIComponent(drawing)}`)};
    await image.decode();
    const context = new OffscreenCanvas(${size}, ${size}).getContext('2d');
    context.drawImage(image, 0, 0, ${size}, ${size});
    return [...context.getImageData(0, 0, ${size}, ${size}).data];
  })()`);
  await writeFile(new URL('../../media/icon.png', import.meta.url), png(Buffer.from(pixels)));
} finally {
  await browser.close();
}

/** Packs a picture of few colors tightly. The browser's own PNG is three times as large. */
function png(pixels: Buffer): Buffer {
  const rows = Array.from({ length: size }, (_, row) => [
    Buffer.of(0),
    pixels.subarray(row * size * 4, (row + 1) * size * 4),
  ]);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  // Eight bits each of red, green, blue and opacity.
  head.set([8, 6], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows.flat()), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(data.length, 0);
  around.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)]);
}
