import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { RawAnswer } from './exchange.ts';

const decoders: Readonly<Record<string, typeof unzip>> = {
  gzip: unzip,
  'x-gzip': unzip,
  deflate: promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate),
  br: promisify<Buffer, { maxOutputLength: number }, Buffer>(brotliDecompress),
};

function unzip(body: Buffer, options: { maxOutputLength: number }): Promise<Buffer> {
  return promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip)(body, options);
}

export type DecodedBody =
  | { readonly kind: 'body'; readonly body: Buffer }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'damaged'; readonly reason: string };

/** Undoes the content encoding of an answer, up to `maxBytes` of output. */
export async function decodeBody(answer: RawAnswer, maxBytes: number): Promise<DecodedBody> {
  let { body } = answer;
  for (const encoding of encodingsOf(answer).toReversed()) {
    const decode = decoders[encoding];
    if (!decode) {
      return { kind: 'damaged', reason: `unknown content encoding "${encoding.slice(0, 40)}"` };
    }
    try {
      body = body.length === 0 ? body : await decode(body, { maxOutputLength: maxBytes });
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
        ? { kind: 'too-large' }
        : { kind: 'damaged', reason: `its ${encoding} encoding cannot be read` };
    }
  }
  return { kind: 'body', body };
}

function encodingsOf({ headers }: RawAnswer): string[] {
  const value = headers['content-encoding'];
  return (Array.isArray(value) ? value.join(',') : (value ?? ''))
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity');
}
