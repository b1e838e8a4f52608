/** A request as handlers see it: read whole, address split. */
export interface Incoming {
  readonly method: string;
  /** Path without query, as sent. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  /** Set by a scripted fault: a write stores at most this many rules of each array. */
  readonly ruleLimit?: number;
}

/** One header as text; a repeated header reads as its first value. */
export function headerOf(request: Pick<Incoming, 'headers'>, name: string): string | undefined {
  const value = request.headers[name.toLowerCase()];
  return Array.isArray(value) ? value[0] : value;
}
