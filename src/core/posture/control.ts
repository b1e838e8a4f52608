import type { JsonObject, JsonValue } from '../json/json.ts';
import { objectOf, rowsOf, wordsAt } from './tolerant.ts';

/** A common control with the compliance profiles it stands for. */
export interface Control {
  readonly id?: string;
  readonly name?: string;
  readonly profiles: readonly ControlProfile[];
}

export interface ControlProfile {
  readonly name: string;
  readonly categories: readonly {
    readonly name: string;
    readonly controls: readonly { readonly id: string; readonly description?: string }[];
  }[];
  readonly raw: JsonObject;
}

export function readControl(value: JsonValue): Control {
  const control = objectOf(value);
  const id = wordsAt(control, 'id');
  const name = wordsAt(control, 'name');
  return {
    ...(id === undefined ? {} : { id }),
    ...(name === undefined ? {} : { name }),
    profiles: rowsOf(control.get('profiles')).map((profile) => ({
      name: wordsAt(profile, 'name', 'id') ?? '',
      categories: rowsOf(profile.get('categories')).map((category) => ({
        name: wordsAt(category, 'name', 'id') ?? '',
        controls: rowsOf(category.get('controls')).map((row) => {
          const description = wordsAt(row, 'description');
          return { id: wordsAt(row, 'id') ?? '', ...(description === undefined ? {} : { description }) };
        }),
      })),
      raw: profile,
    })),
  };
}
