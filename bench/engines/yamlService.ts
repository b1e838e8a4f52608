import { TextDocument } from 'vscode-languageserver-textdocument';
import { getLanguageService } from 'yaml-language-server';
import type { EngineFactory } from '../engine.ts';
import { schemaText, schemaUri, workspaceContext } from './schemas.ts';

let opened = 0;

/** The YAML language server's service, in process. `withSchema: false` is its best setting for speed: syntax only. */
export function yamlService(withSchema: boolean): EngineFactory {
  return async () => {
    const service = getLanguageService({ schemaRequestService: schemaText, workspaceContext });
    service.configure({
      validate: true,
      hover: false,
      completion: false,
      schemas: withSchema ? [{ uri: schemaUri, fileMatch: ['*'] }] : [],
    });
    let document = TextDocument.create('file:///bench.yaml', 'yaml', 0, '');
    const validate = async (): Promise<number> => (await service.doValidation(document, false)).length;
    return {
      open(text) {
        // A name of its own, as the service keeps what it parsed by name and version.
        document = TextDocument.create(`file:///bench-${opened++}.yaml`, 'yaml', 1, text);
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
