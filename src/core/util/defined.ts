type Defined<T> = { readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** An object with each field of T, so that a new field without a value is a type error. `defined` removes the undefined values. */
export type EveryField<T> = { readonly [K in keyof Required<T>]: T[K] | undefined };

/**
 * Returns the object, or a copy without its undefined fields, because types and comparisons treat an absent field
 * differently.
 */
export function defined<const T extends object>(object: T): Defined<T> {
  for (const key in object) {
    if (object[key] === undefined) {
      return withoutUndefined(object);
    }
  }
  return object;
}

function withoutUndefined<T extends object>(object: T): Defined<T> {
  const kept: Record<string, unknown> = {};
  for (const key of Object.keys(object)) {
    const value: unknown = object[key as keyof T];
    if (value !== undefined) {
      kept[key] = value;
    }
  }
  return kept as Defined<T>;
}
