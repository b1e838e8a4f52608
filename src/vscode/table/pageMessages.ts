type Guard<T> = (value: unknown) => value is T;

/** The guards of the fields of each message. One table is the type of the messages and their check. */
type MessageShapes = Readonly<Record<string, Readonly<Record<string, Guard<unknown>>>>>;

export type MessageOf<Shapes extends MessageShapes> = {
  readonly [Kind in keyof Shapes]: { readonly kind: Kind } & {
    readonly [Field in keyof Shapes[Kind]]: Shapes[Kind][Field] extends Guard<infer T> ? T : never;
  };
}[keyof Shapes];

/** Reads a message of a page. A page is not trusted, so the result of an invalid message is undefined. */
export function messageReader<Shapes extends MessageShapes>(
  shapes: Shapes,
): (message: unknown) => MessageOf<Shapes> | undefined {
  return (message) => {
    const fields = (typeof message === 'object' && message ? message : {}) as Readonly<
      Record<string, unknown>
    >;
    const { kind } = fields;
    if (typeof kind !== 'string' || !Object.hasOwn(shapes, kind)) {
      return undefined;
    }
    const guards = Object.entries(shapes[kind] ?? {});
    return guards.every(([field, guard]) => guard(fields[field]))
      ? (Object.fromEntries([
          ['kind', kind],
          ...guards.map(([field]) => [field, fields[field]]),
        ]) as MessageOf<Shapes>)
      : undefined;
  };
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

export function isPlace(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

export function isPlaceOrNone(value: unknown): value is number | undefined {
  return value === undefined || isPlace(value);
}

export function arePlaces(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every(isPlace);
}
