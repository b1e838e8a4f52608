import type { Field } from '../schema/field.ts';
import type { Plain } from './finding.ts';
import { isPlain } from './plain.ts';

/** Members of one object that no schema knows: behind so many, nobody reads about the others. */
const MAX_UNKNOWN_MEMBERS = 2000;

type Path = (string | number)[];

/** Called for a member, known or (within limits) not. The path leads to its object and is reused: copy it to keep it. */
type VisitMember = (
  object: Plain,
  objectField: Field,
  path: readonly (string | number)[],
  key: string,
  field: Field | undefined,
) => void;

/** Calls `visit` for every member of every object that the schema knows, in written order. */
export function visitMembers(root: Plain, field: Field, visit: VisitMember): void {
  visitObject(root, field, [], visit);
}

function visitObject(object: Plain, objectField: Field, path: Path, visit: VisitMember): void {
  let unknown = 0;
  for (const key of Object.keys(object)) {
    const field = objectField.member(key);
    if (!field && ++unknown > MAX_UNKNOWN_MEMBERS) {
      continue;
    }
    visit(object, objectField, path, key, field);
    const value = object[key];
    if (field && typeof value === 'object' && value !== null) {
      path.push(key);
      visitValue(value, field, path, visit);
      path.pop();
    }
  }
}

function visitValue(value: unknown, field: Field, path: Path, visit: VisitMember): void {
  if (isPlain(value)) {
    visitObject(value, field, path, visit);
  } else if (Array.isArray(value) && field.item) {
    for (let index = 0; index < value.length; index += 1) {
      if (typeof value[index] === 'object') {
        path.push(index);
        visitValue(value[index], field.item, path, visit);
        path.pop();
      }
    }
  }
}
