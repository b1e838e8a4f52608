/** A request for handlers, with its whole body and its split address. */
export interface Incoming {
  readonly method: string;
  /** The path without the query, as sent. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** Returns one header as text; a repeated header has its first value. */
export function headerOf(request: Pick<Incoming, 'headers'>, name: string): string | undefined {
  const value = request.headers[name.toLowerCase()];
  return Array.isArray(value) ? value[0] : value;
}
