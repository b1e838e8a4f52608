import { fieldsIn } from '../core/util/plainRecord.ts';
import { plainAnswer, problemAnswer } from './answer.ts';
import type { Answer } from './answer.ts';
import type { Authentication } from './authentication.ts';
import type { Call, Route } from './route.ts';
import type { Tokens } from './tokens.ts';

/** The login service puts the reasons of a refusal into a header. */
function refused(reason: string): Answer {
  return {
    status: 401,
    headers: { 'x-service-status': JSON.stringify([{ i18nKey: reason, severity: 'error', subject: null }]) },
  };
}

/** Routes of the login service (same origin) and of the console's own login. */
export function loginRoutes(authentication: Authentication, tokens: Tokens): Route[] {
  const session = (user: string, more: object = {}): Answer =>
    plainAnswer({ token: tokens.issue(user, 'service'), message: 'login_successful', ...more });

  const login = (call: Call): Answer => {
    const { username, password } = readMembers(call.body);
    if (username === undefined || password === undefined) {
      return problemAnswer(400, 'username and password are needed');
    }
    return authentication.matches(username, password) ? session(username) : refused('invalid_credentials');
  };

  const extend = (call: Call): Answer => {
    const identity = authentication.loginToken(call);
    if (identity.kind === 'refused') {
      return refused(identity.reason === 'expired' ? 'token_expired' : 'invalid_token');
    }
    return session(identity.user, { roles: ['System Admin'] });
  };

  const authenticate = (call: Call): Answer => {
    const { username, password } = readMembers(call.body);
    if (username === undefined || password === undefined) {
      return problemAnswer(400, 'username and password are needed');
    }
    return authentication.matches(username, password)
      ? plainAnswer({ token: tokens.issue(username, 'console') })
      : problemAnswer(401, 'invalid credentials');
  };

  return [
    { method: 'POST', path: '/login', root: true, access: 'open', handle: login },
    { method: 'GET', path: '/auth_token/extend', root: true, access: 'open', handle: extend },
    { method: 'POST', path: '/authenticate', access: 'open', handle: authenticate },
  ];
}

/** Returns the string fields of a small JSON object; any other body has no fields. */
function readMembers(body: Buffer): Readonly<Record<string, string | undefined>> {
  const members = Object.entries(fieldsIn(body.toString()));
  return Object.fromEntries(
    members.filter((member): member is [string, string] => typeof member[1] === 'string'),
  );
}
