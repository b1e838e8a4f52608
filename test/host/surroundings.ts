import { workspace } from 'vscode';
import type { Uri } from 'vscode';

export interface Surroundings {
  /** The folder that is open: a copy, free to be changed. */
  readonly folder: Uri;
  /** Where `ordinance.yaml` of the sample workspace expects a console. Nobody listens there until a test starts one. */
  readonly sandboxPort: number;
  /** The access key that the console of the sample workspace is signed in with. */
  readonly accessKey: { readonly id: string; readonly secret: string };
}

/** What the runner prepared for the tests of this window. */
export function surroundings(): Surroundings {
  const folder = workspace.workspaceFolders?.[0]?.uri;
  const [id, secret] = (process.env['ORDINANCE_TEST_ACCESS_KEY'] ?? '').split(':');
  if (folder === undefined || !id || !secret) {
    throw new Error('this runs only through `npm test -- host`');
  }
  return {
    folder,
    sandboxPort: Number(process.env['ORDINANCE_TEST_SANDBOX_PORT']),
    accessKey: { id, secret },
  };
}
