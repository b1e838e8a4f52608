/** What is used of the peers, so that types hold where they are not installed. */

declare module 'deep-diff' {
  const library: { diff(before: object, after: object): readonly object[] | undefined };
  export default library;
}

declare module 'jsondiffpatch' {
  export function create(options: { objectHash(item: object): string }): {
    diff(before: object, after: object): unknown;
  };
}

declare module 'microdiff' {
  export default function diff(before: object, after: object): readonly object[];
}

declare module 'vscode-languageserver-textdocument' {
  interface Position {
    readonly line: number;
    readonly character: number;
  }
  export interface TextDocument {
    readonly version: number;
    positionAt(offset: number): Position;
  }
  export const TextDocument: {
    create(uri: string, language: string, version: number, text: string): TextDocument;
    update(
      document: TextDocument,
      changes: readonly {
        readonly range: { readonly start: Position; readonly end: Position };
        readonly text: string;
      }[],
      version: number,
    ): TextDocument;
  };
}

declare module 'vscode-json-languageservice' {
  import type { TextDocument } from 'vscode-languageserver-textdocument';
  interface Schemas {
    readonly validate: boolean;
    readonly schemas: readonly { readonly uri: string; readonly fileMatch: readonly string[] }[];
  }
  interface Loading {
    schemaRequestService(uri: string): Promise<string>;
    readonly workspaceContext: { resolveRelativePath(path: string, resource: string): string };
  }
  export function getLanguageService(loading: Loading): {
    configure(schemas: Schemas): void;
    parseJSONDocument(document: TextDocument): object;
    doValidation(document: TextDocument, parsed: object): PromiseLike<readonly object[]>;
  };
}

declare module 'yaml-language-server' {
  import type { TextDocument } from 'vscode-languageserver-textdocument';
  interface Settings {
    readonly validate: boolean;
    readonly hover: boolean;
    readonly completion: boolean;
    readonly schemas: readonly { readonly uri: string; readonly fileMatch: readonly string[] }[];
  }
  interface Loading {
    schemaRequestService(uri: string): Promise<string>;
    readonly workspaceContext: { resolveRelativePath(path: string, resource: string): string };
  }
  export function getLanguageService(loading: Loading): {
    configure(settings: Settings): void;
    doValidation(document: TextDocument, isKubernetes: boolean): Promise<readonly object[]>;
  };
}
