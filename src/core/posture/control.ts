import type { JsonValue } from '../json/json.ts';
import { defined } from '../util/defined.ts';
import { objectOf, rowsOf, textAt } from './tolerant.ts';

/** A common control with the controls of compliance profiles that it covers. */
export function readControl(value: JsonValue) {
  const control = objectOf(value);
  return defined({
    name: textAt(control, 'name'),
    profiles: rowsOf(control.get('profiles')).map((profile) => ({
      name: textAt(profile, 'name', 'id') ?? '',
      categories: rowsOf(profile.get('categories')).map((category) => ({
        name: textAt(category, 'name', 'id') ?? '',
        controls: rowsOf(category.get('controls')).map((row) =>
          defined({ id: textAt(row, 'id') ?? '', description: textAt(row, 'description') }),
        ),
      })),
      raw: profile,
    })),
  });
}
