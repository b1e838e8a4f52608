import { sentence } from '../../util/sentence.ts';
import { MAX_CONSOLE_FILE_BYTES, readConsoleFile, type ConsoleFile } from '../../consoleFile/consoleFile.ts';
import { isJsonObject, JsonNumber, toPlain, type JsonValue } from '../../json/json.ts';
import { valueChanged } from '../../document/edit/intendedValue.ts';
import { readWholeFile } from '../../document/wholeFile.ts';
import { valueOfNode, type SyntaxNode } from '../../document/syntaxNode.ts';

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
  return readConsoleFile(root && consoleFileData(root));
}

/** The plain data of the file. The API version 34.10 is a release and not a number, so its text is kept. */
export function consoleFileData(root: SyntaxNode): unknown {
  const file = valueOfNode(root);
  const withRelease = (entry: JsonValue): JsonValue =>
    valueChanged(entry, ['apiVersion'], (version) =>
      version instanceof JsonNumber ? version.lexeme : version,
    );
  return toPlain(
    valueChanged(file, ['consoles'], (consoles) =>
      isJsonObject(consoles)
        ? new Map(Array.from(consoles, ([name, entry]) => [name, withRelease(entry)]))
        : consoles,
    ),
  );
}

function unreadable(message: string): ConsoleFile {
  return { consoles: [], usable: [], format: 'yaml', problems: [{ message, path: [] }] };
}
