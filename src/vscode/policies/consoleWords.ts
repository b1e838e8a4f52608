import { l10n } from '../../core/util/l10n.ts';
import { authSchemes } from '../../core/consoleFile/authSchemes.ts';
import type { ConsoleEntry } from '../../core/consoleFile/consoleEntry.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import { momentWords } from '../workspace/whenWords.ts';

/** Details without space in the row of a console: address, API version, authentication, time of the last read. */
export function consoleWords(
  { url, apiVersion, auth, project }: Pick<ConsoleEntry, 'url' | 'apiVersion' | 'auth' | 'project'>,
  { access, account, fault }: Pick<ConsoleHandle, 'access' | 'account' | 'fault'>,
  readAt: Date | undefined,
): readonly string[] {
  return [
    url,
    l10n.t('API version {0}', apiVersion) +
      (project === undefined ? '' : ` · ${l10n.t('project {0}', project)}`),
    access === 'ready'
      ? [account === undefined ? undefined : l10n.t('Access key {0}', account), authSchemes[auth].signedIn()]
          .filter((part) => part !== undefined)
          .join(' · ')
      : access === 'signed-out'
        ? l10n.t('Signed out.')
        : fault !== undefined
          ? l10n.t('No request is made: {0}', fault.reason)
          : l10n.t('Not trusted: no request is made.'),
    readAt === undefined
      ? l10n.t('The live policy was not read yet in this session.')
      : l10n.t('The live policy was last read at {0}.', momentWords(readAt)),
  ];
}
