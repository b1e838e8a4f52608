import { sentence } from '../../util/sentence.ts';
import { MAX_CONSOLE_FILE_BYTES, readConsoleFile, type ConsoleFile } from '../../consoleFile/consoleFile.ts';
import { isJsonObject, JsonNumber, toPlain, type JsonObject, type JsonValue } from '../../json/json.ts';
import { readWholeFile } from '../../document/wholeFile.ts';
import { valueOfNode } from '../../document/syntaxNode.ts';

/**
 * Reads the text of an `ordinance.yaml`, as its checks read it. Never throws: text that is broken or has no single meaning
 * is a problem and names no console.
 */
export function parseConsoleFile(text: string): ConsoleFile {
  if (text.length > MAX_CONSOLE_FILE_BYTES) {
    return unreadable(`The file is larger than ${MAX_CONSOLE_FILE_BYTES / 1024} KiB.`);
  }
  const { root, problems } = readWholeFile(text, 'yaml', '`ordinance.yaml`');
  const [problem] = problems;
  if (problem) {
    const line = text.slice(0, problem.range.start).split('\n').length;
    return unreadable(`line ${line}: ${sentence(problem.message)}`);
  }
  return readConsoleFile(root && toPlain(withReleases(valueOfNode(root))));
}

/** The version 34.10 is a release and not a number, so its text is kept. */
function withReleases(file: JsonValue): JsonValue {
  const consoles = isJsonObject(file) ? file.get('consoles') : undefined;
  if (!isJsonObject(file) || !isJsonObject(consoles)) {
    return file;
  }
  const releases = (entry: JsonValue): JsonValue => {
    const version = isJsonObject(entry) ? entry.get('apiVersion') : undefined;
    return version instanceof JsonNumber
      ? new Map([...(entry as JsonObject), ['apiVersion', version.lexeme]])
      : entry;
  };
  return new Map([
    ...file,
    ['consoles', new Map([...consoles].map(([name, entry]) => [name, releases(entry)]))],
  ]);
}

function unreadable(message: string): ConsoleFile {
  return { consoles: [], usable: [], format: 'yaml', problems: [{ message, path: [] }] };
}
