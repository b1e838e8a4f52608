import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { defined } from '../util/defined.ts';
import { listOf, objectOf, rowsOf, firstText, asText } from './tolerant.ts';

/** A common control with the controls of compliance profiles that it covers. */
export function readControl(value: JsonValue) {
  const control = objectOf(value);
  return defined({
    name: firstText(control, 'name'),
    profiles: rowsOf(control.get('profiles')).map((profile) => ({
      name: firstText(profile, 'name', 'id') ?? '',
      categories: rowsOf(profile.get('categories')).map((category) => ({
        name: firstText(category, 'name', 'id') ?? '',
        controls: rowsOf(category.get('controls')).map((row) =>
          defined({ id: firstText(row, 'id') ?? '', description: firstText(row, 'description') }),
        ),
      })),
      raw: profile,
    })),
  });
}

/**
 * The projects of an integration. The service documents no shape. So this accepts a list of objects or keys,
 * at the top or in a field, and an object of projects by key.
 */
export function readProjects(value: JsonValue) {
  const projects = isJsonObject(value) ? listInside(value) : listOf(value);
  return projects.flatMap((item) => {
    const row = isJsonObject(item) ? item : undefined;
    const key = row ? firstText(row, 'key', 'id', 'name') : asText(item);
    const name = row && firstText(row, 'name', 'display_name', 'displayName');
    return key === undefined ? [] : defined({ key, name });
  });
}

function listInside(object: JsonObject): readonly JsonValue[] {
  const named = object.get('projects') ?? object.get('items');
  const list = isJsonArray(named) ? named : [...object.values()].find(isJsonArray);
  if (list) {
    return list;
  }
  const holder = isJsonObject(named) ? named : object;
  const members = [...holder].filter(([, member]) => isJsonObject(member));
  return members.map(
    ([key, member]) => new Map<string, JsonValue>([['key', key], ...(member as JsonObject)]),
  );
}

/** Kinds of issues of a project. */
export function readIssueTypes(value: JsonValue) {
  return rowsOf(objectOf(value).get('issueTypes')).map((row) => ({
    id: firstText(row, 'id') ?? '',
    name: firstText(row, 'name', 'id') ?? '',
  }));
}

/** The fields of an issue, unknown ones included, as pairs of a title and a text. */
export function readIssue(value: JsonValue): readonly (readonly [key: string, text: string])[] {
  const issue = objectOf(value);
  const fields = issue.get('fields');
  return [...(isJsonObject(fields) ? fields : issue)].flatMap(([key, member]) => {
    const text = isJsonObject(member) ? firstText(member, 'displayName', 'name', 'value', 'id') : undefined;
    const words = text ?? asText(member);
    return words === undefined ? [] : [[key, words] as const];
  });
}
