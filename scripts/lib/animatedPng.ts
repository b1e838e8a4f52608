import { crc32 } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export interface Frame {
  /** A PNG file. */
  readonly png: Buffer;
  readonly seconds: number;
}

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

/**
 * Combines PNG files of one size and form into an animated PNG that repeats. Their compressed data stays
 * unchanged, so no encoder is needed: https://www.w3.org/TR/png-3/#apng-frame-based-animation
 */
export function animatedPng(frames: readonly Frame[]): Buffer {
  const [first, ...others] = frames.map(({ png }) => chunksOf(png));
  const header = first?.find(({ type }) => type === 'IHDR')?.data;
  if (!first || !header) {
    throw new Error('a moving picture needs a frame');
  }
  if (others.some((chunks) => chunks[0]?.data.equals(header) !== true)) {
    throw new Error('the frames of a moving picture have one size and form');
  }
  let sequence = 0;
  const framed = [first, ...others].flatMap((chunks, at) => {
    const control = Buffer.alloc(26);
    control.writeUInt32BE(sequence++, 0);
    header.copy(control, 4, 0, 8);
    control.writeUInt16BE(Math.round((frames[at]?.seconds ?? 1) * 100), 20);
    control.writeUInt16BE(100, 22);
    const data = chunks.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data);
    return [
      { type: 'fcTL', data: control },
      ...data.map((part) => (at === 0 ? { type: 'IDAT', data: part } : numbered(part, sequence++))),
    ];
  });
  const count = Buffer.alloc(8);
  count.writeUInt32BE(frames.length, 0);
  return Buffer.concat([
    SIGNATURE,
    ...[
      { type: 'IHDR', data: header },
      { type: 'acTL', data: count },
      ...framed,
      { type: 'IEND', data: Buffer.alloc(0) },
    ].map(encodedChunk),
  ]);
}

function numbered(part: Buffer, sequence: number): Chunk {
  const number = Buffer.alloc(4);
  number.writeUInt32BE(sequence);
  return { type: 'fdAT', data: Buffer.concat([number, part]) };
}

function chunksOf(png: Buffer): readonly Chunk[] {
  if (!png.subarray(0, SIGNATURE.length).equals(SIGNATURE)) {
    throw new Error('a frame is no PNG file');
  }
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE.length; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const start = at + 8;
    chunks.push({
      type: png.toString('latin1', at + 4, start),
      data: png.subarray(start, start + png.readUInt32BE(at)),
    });
  }
  return chunks;
}

function encodedChunk({ type, data }: Chunk): Buffer {
  const typedData = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(8 + typedData.length);
  chunk.writeUInt32BE(data.length, 0);
  typedData.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(typedData), 4 + typedData.length);
  return chunk;
}
