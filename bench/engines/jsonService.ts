import { getLanguageService } from 'vscode-json-languageservice';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { EngineFactory } from '../engine.ts';
import { schemaText, schemaUri, workspaceContext } from './schemas.ts';

let opened = 0;

/** The editor's own JSON service. `withSchema: false` is its best setting for speed: syntax only. */
export function jsonService(withSchema: boolean): EngineFactory {
  return async () => {
    const service = getLanguageService({ schemaRequestService: schemaText, workspaceContext });
    service.configure({
      validate: true,
      schemas: withSchema ? [{ uri: schemaUri, fileMatch: ['*'] }] : [],
    });
    let document = TextDocument.create('file:///bench.json', 'json', 0, '');
    const validate = async (): Promise<number> =>
      (await service.doValidation(document, service.parseJSONDocument(document))).length;
    return {
      open(text) {
        // A name of its own, as the service keeps what it parsed by name and version.
        document = TextDocument.create(`file:///bench-${opened++}.json`, 'json', 1, text);
        return validate();
      },
      edit(start, end, text) {
        const range = { start: document.positionAt(start), end: document.positionAt(end) };
        document = TextDocument.update(document, [{ range, text }], document.version + 1);
        return validate();
      },
    };
  };
}
