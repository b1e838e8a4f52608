import { request as httpRequest } from 'node:http';
import { fromPlain, isJsonObject, stringAt, type JsonObject, type JsonValue } from '../core/json/json.ts';
import { parseJson } from '../core/json/jsonText.ts';
import { writeJson } from '../core/json/writeJson.ts';
import { ExpectedError, messageOf } from '../core/util/errors.ts';
import type { SandboxAccessKey } from './sessions.ts';

/** The path of the route that simulates a colleague. */
export const colleaguePath = '/sandbox/colleague';

/** The edits of the live policy that the simulated colleague can make. */
export const remoteEditKinds = ['add', 'move', 'edit', 'delete'] as const;

export interface RemoteEditRequest {
  readonly policy: string;
  readonly kind: (typeof remoteEditKinds)[number];
  /** The key of the rule array; the first array of the policy by default. */
  readonly array?: string | undefined;
  /** The rule to move, edit or delete, or the template of a new rule; the first by default. */
  readonly rule?: string | undefined;
  /** The path of the edited field inside the rule; the notes by default. */
  readonly member?: readonly string[] | undefined;
  /** A value that the field must not get, because it is the local value. */
  readonly excluded?: JsonValue | undefined;
}

/** The finished edit, as the answer to its request. */
export interface RemoteEdit {
  readonly kind: RemoteEditRequest['kind'];
  readonly policy: string;
  readonly rule: string;
  /** The new name, the old and new position (starting at 1), or the field. */
  readonly detail: string;
}

/** Sends a request to the simulated colleague of a sandbox on this computer, in this or another process. */
export async function requestRemoteEdit(
  url: string,
  key: SandboxAccessKey,
  { excluded, ...request }: RemoteEditRequest,
): Promise<RemoteEdit> {
  const { protocol, hostname, port } = new URL(url);
  // The key may only reach a sandbox on this computer.
  if (protocol !== 'http:' || hostname !== '127.0.0.1') {
    throw new ExpectedError('not-a-sandbox', 'Only a sandbox on this computer can simulate a colleague.');
  }
  const body = new Map(fromPlain(request) as JsonObject);
  if (excluded !== undefined) {
    body.set('excluded', excluded);
  }
  const { status, text } = await post(Number(port), `${key.id}:${key.secret}`, writeJson(body));
  const answer = readAnswer(text);
  const textOf = (name: string): string => stringAt(answer, name) ?? '';
  const kind = remoteEditKinds.find((candidate) => candidate === textOf('kind'));
  if (status !== 200 || kind === undefined) {
    throw new ExpectedError('colleague-refused', textOf('err') || `The sandbox answered ${status}.`);
  }
  return { kind, policy: textOf('policy'), rule: textOf('rule'), detail: textOf('detail') };
}

/** Text that is no JSON object has no fields, because no sandbox sends it. */
function readAnswer(text: string): JsonObject {
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : new Map();
  } catch {
    return new Map();
  }
}

/** A sandbox sends short answers, so a larger answer is an error. */
const MAX_CHARACTERS = 64 * 1024;

function post(port: number, login: string, body: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const failed = (error: Error): void =>
      reject(
        new ExpectedError('unreachable', `The sandbox does not answer at port ${port}: ${messageOf(error)}`),
      );
    const sent = httpRequest(
      { host: '127.0.0.1', port, path: colleaguePath, method: 'POST', auth: login, timeout: 10_000 },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (part: string) => {
          text += part;
          if (text.length > MAX_CHARACTERS) {
            sent.destroy(new Error('it answers too much'));
          }
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
        answer.on('error', failed);
      },
    );
    sent.on('timeout', () => sent.destroy(new Error('no answer')));
    sent.on('error', failed);
    sent.end(body);
  });
}
