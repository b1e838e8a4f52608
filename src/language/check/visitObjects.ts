import type { Field } from '../schema/field.ts';
import type { Plain } from './finding.ts';
import { isPlain } from './plain.ts';

type Visit = (object: Plain, field: Field, path: readonly (string | number)[]) => void;

/** Calls `visit` for every object that the schema knows, outermost first. The path is reused: copy it to keep it. */
export function visitObjects(root: Plain, field: Field, visit: Visit): void {
  visitObject(root, field, [], visit);
}

function visitObject(object: Plain, field: Field, path: (string | number)[], visit: Visit): void {
  visit(object, field, path);
  for (const key of Object.keys(object)) {
    const value = object[key];
    if (typeof value !== 'object' || value === null) {
      continue;
    }
    const member = field.member(key);
    if (member) {
      path.push(key);
      visitValue(value, member, path, visit);
      path.pop();
    }
  }
}

function visitValue(value: unknown, field: Field, path: (string | number)[], visit: Visit): void {
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
