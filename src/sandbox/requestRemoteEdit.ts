import { request as httpRequest } from 'node:http';
import { isJsonObject, stringAt, fromPlain, type JsonValue } from '../core/json/json.ts';
import { parseJson } from '../core/json/jsonText.ts';
import { writeJson } from '../core/json/writeJson.ts';
import { ExpectedError, messageOf } from '../core/util/errors.ts';
import type { SandboxAccessKey } from './authentication.ts';
import { colleaguePath, remoteEditKinds, type RemoteEdit, type RemoteEditRequest } from './remoteEdit.ts';

/** Sends a request to the simulated colleague of a sandbox on this computer, in this or another process. */
export async function requestRemoteEdit(
  url: string,
  key: SandboxAccessKey,
  request: RemoteEditRequest,
): Promise<RemoteEdit> {
  const { protocol, hostname, port } = new URL(url);
  // The key may only reach a sandbox on this computer.
  if (protocol !== 'http:' || hostname !== '127.0.0.1') {
    throw new ExpectedError('not-a-sandbox', 'Only a sandbox on this computer can simulate a colleague.');
  }
  const { excluded, ...plain } = request;
  const body = writeJson(
    new Map([
      ...(fromPlain(plain) as ReadonlyMap<string, never>),
      ...(excluded === undefined ? [] : ([['excluded', excluded]] as const)),
    ]),
  );
  const { status, text } = await post(Number(port), `${key.id}:${key.secret}`, body);
  const answer = readAnswer(text);
  const textOf = (name: string): string => (isJsonObject(answer) ? (stringAt(answer, name) ?? '') : '');
  const kind = remoteEditKinds.find((candidate) => candidate === textOf('kind'));
  if (status !== 200 || kind === undefined) {
    throw new ExpectedError('colleague-refused', textOf('err') || `The sandbox answered ${status}.`);
  }
  return { kind, policy: textOf('policy'), rule: textOf('rule'), detail: textOf('detail') };
}

/** Returns null for text that is not JSON, because no sandbox sends it. */
function readAnswer(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch {
    return null;
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
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: text || '{}' }));
        answer.on('error', failed);
      },
    );
    sent.on('timeout', () => sent.destroy(new Error('no answer')));
    sent.on('error', failed);
    sent.end(body);
  });
}
