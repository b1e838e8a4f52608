import type { Destination } from '../consoles/destination.ts';
import { authorityOf } from './authoritiesIn.ts';
import type { ConsoleConnection } from './types.ts';

/** What a person is told, and agrees to, about where the requests of a connection go. */
export function destinationOf(connection: ConsoleConnection): Destination {
  const { url, loginUrl, apiVersion, project, auth, authHeader, paths, ca, rejectUnauthorized } = connection;
  return {
    url,
    loginUrl,
    apiVersion,
    auth,
    authHeader,
    ...(project === undefined ? {} : { project }),
    ...(paths === undefined || Object.keys(paths).length === 0 ? {} : { paths: { ...paths } }),
    ...(ca === undefined ? {} : { authority: authorityOf(ca) }),
    ...(rejectUnauthorized ? {} : { unverified: true }),
  };
}
