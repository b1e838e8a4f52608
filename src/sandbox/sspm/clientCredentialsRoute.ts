import { plainAnswer } from '../answer.ts';
import type { Authentication } from '../authentication.ts';
import { headerOf } from '../incoming.ts';
import type { Route } from '../route.ts';
import { tokenLifetimeSeconds } from '../tokens.ts';
import type { Tokens } from '../tokens.ts';

/**
 * Issues tokens of the SSPM service for OAuth2 client credentials: HTTP Basic and a form. The access key is
 * the client.
 */
export function clientCredentialsRoute(authentication: Authentication, tokens: Tokens): Route {
  return {
    method: 'POST',
    path: '/oauth2/access_token',
    root: true,
    access: 'open',
    handle(call) {
      const form = new URLSearchParams(call.body.toString());
      if (form.get('grant_type') !== 'client_credentials') {
        return plainAnswer({ error: 'unsupported_grant_type' }, 400);
      }
      const identity = /^basic /i.test(headerOf(call, 'authorization') ?? '')
        ? authentication.identify(call)
        : undefined;
      if (identity?.kind !== 'accepted') {
        return plainAnswer({ error: 'invalid_client' }, 401);
      }
      return plainAnswer({
        access_token: tokens.issue(identity.user, 'posture'),
        token_type: 'Bearer',
        expires_in: tokenLifetimeSeconds.posture,
        scope: form.get('scope') ?? '',
      });
    },
  };
}
