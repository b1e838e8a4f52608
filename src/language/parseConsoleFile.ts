import { isMap, isScalar, parseDocument } from 'yaml';
import { readConsoleFile, type ConsoleFile } from '../model/consoleFile.ts';

/** Reads the text of an `ordinance.yaml`. Never throws: broken text is a problem and names no console. */
export function parseConsoleFile(text: string): ConsoleFile {
  const document = parseDocument(text, { logLevel: 'silent' });
  const [error] = document.errors;
  if (error) {
    return { consoles: [], format: 'yaml', problems: [{ message: error.message, path: [] }] };
  }
  const consoles = document.get('consoles');
  for (const { value } of isMap(consoles) ? consoles.items : []) {
    // 34.10 is a release, not a number.
    const version = isMap(value) ? value.get('apiVersion', true) : undefined;
    if (isScalar(version) && version.source !== undefined) {
      version.value = version.source;
    }
  }
  try {
    return readConsoleFile(document.toJS({ maxAliasCount: 100 }));
  } catch (failure) {
    const message = failure instanceof Error ? failure.message : String(failure);
    return { consoles: [], format: 'yaml', problems: [{ message, path: [] }] };
  }
}
