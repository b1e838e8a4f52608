import { readAccessKey, type StoredAccessKey } from './secrets.ts';

/**
 * The key that `npm start` and the tests hand over in `ORDINANCE_DEV_ACCESS_KEY` (`{origin, id, secret}`), so that nobody
 * types one for a console that lives a minute. An installed extension never looks at it.
 */
export function developmentAccessKey(
  isProduction: boolean,
  environment: Readonly<Record<string, string | undefined>>,
): { readonly origin: string; readonly key: StoredAccessKey } | undefined {
  const text = environment['ORDINANCE_DEV_ACCESS_KEY'];
  if (isProduction || text === undefined) {
    return undefined;
  }
  const key = readAccessKey(text);
  const { origin } = key ? (JSON.parse(text) as { origin?: unknown }) : {};
  return key && typeof origin === 'string' && URL.canParse(origin)
    ? { origin: new URL(origin).origin, key }
    : undefined;
}
