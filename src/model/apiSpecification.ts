import { arrayAt, isJsonObject, stringAt, type JsonObject } from './json.ts';

/** One operation of a service, as the console read it from its description. */
export interface ServiceOperation {
  readonly path: string;
  readonly method: string;
  readonly parameters: number;
}

export function operationsIn(specification: JsonObject): readonly ServiceOperation[] {
  return arrayAt(specification, 'paths')
    .filter(isJsonObject)
    .flatMap((path) =>
      arrayAt(path, 'methods')
        .filter(isJsonObject)
        .map((method) => ({
          path: stringAt(path, 'path') ?? '',
          method: stringAt(method, 'method') ?? '',
          parameters: arrayAt(method, 'parameters').length,
        })),
    );
}

/** The same description with nothing but these operations; paths without any are left out. */
export function withOperations(
  specification: JsonObject,
  keep: (operation: Pick<ServiceOperation, 'path' | 'method'>) => boolean,
): JsonObject {
  const paths = arrayAt(specification, 'paths').flatMap((path) => {
    if (!isJsonObject(path)) {
      return [];
    }
    const methods = arrayAt(path, 'methods').filter(
      (method) =>
        isJsonObject(method) &&
        keep({ path: stringAt(path, 'path') ?? '', method: stringAt(method, 'method') ?? '' }),
    );
    return methods.length > 0 ? [new Map([...path, ['methods', methods]])] : [];
  });
  return new Map([...specification, ['paths', paths]]);
}
