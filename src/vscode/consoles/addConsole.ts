import * as vscode from 'vscode';
import {
  addressProblem,
  consoleNameProblem,
  normalAddress,
  originsOf,
  withoutApiPath,
} from '../../core/consoleFile/consoleEntry.ts';
import { authSchemes, usesLoginService, type AuthScheme } from '../../core/consoleFile/authSchemes.ts';
import { consoleFileName } from '../../core/consoleFile/consoleFile.ts';
import { pick } from '../platform/dialogs.ts';
import { multiStepInput, type Step } from '../platform/multiStepInput.ts';
import type { Objection } from '../platform/inputBoxes.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { agreementOf } from '../workspace/authority.ts';
import { offerPull } from '../targets/offerPull.ts';
import { ensureTrusted } from '../connection/ensureTrusted.ts';
import { diskFolders, workingText } from '../workspace/textFiles.ts';
import { withConsole } from './consoleFileEdits.ts';
import { type SavedTexts, writeTextFile } from '../workspace/writeTextFile.ts';
import { accessKeySteps, objectionTo, type AccessKeyAnswers } from '../connection/accessKeySteps.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import type { NewConsole } from '../connection/consoleConnections.ts';
import type { FeatureServices } from '../featureServices.ts';

interface Answers extends AccessKeyAnswers {
  url: string;
  name: string;
  auth: AuthScheme;
  loginUrl: string | undefined;
}

/**
 * Asks for each field and checks addresses and key. Then writes `ordinance.yaml`, stores the key, and offers
 * to pull the policies.
 */
export async function addConsole(services: FeatureServices): Promise<NewConsole> {
  ensureTrusted();
  const folder = await chooseFolder();
  const taken = new Set(
    services.consoles.consoles
      .filter((console) => console.folder.uri.toString() === folder.uri.toString())
      .map((console) => console.entry.name),
  );
  const steps: readonly Step<Answers>[] = [
    askForAddress(services.consoles.consoles, (url, signal) =>
      services.connections.checkAddress(folder.uri, url, signal),
    ),
    askForName(taken),
    askForScheme,
    askForLogin((url, signal) => services.connections.checkAddress(folder.uri, url, signal)),
    ...accessKeySteps<Answers>(originsFor, (key, answers, signal) => {
      const console = consoleFrom(answers);
      return services.connections.checkConnection(
        folder.uri,
        console,
        key,
        agreementOf(console, undefined),
        signal,
      );
    }),
  ];
  const answers: Answers = { url: '', name: '', auth: 'basic', loginUrl: undefined, id: '', secret: '' };
  await multiStepInput(vscode.l10n.t('Add Console'), steps, answers);
  const { id, secret } = answers;
  const console = consoleFrom(answers);
  await save(folder.uri, console, services.savedTexts);
  for (const origin of originsFor(answers)) {
    await services.secrets.store(origin, { id, secret }, agreementOf(console, undefined));
  }
  await services.consoles.reload();
  const added = services.consoles.consoles.find(
    ({ entry, folder: at }) => entry.name === console.name && at.uri.toString() === folder.uri.toString(),
  );
  if (added) {
    await offerPull(services.targets, added);
  }
  return console;
}

type CheckAddress = (url: string, signal: AbortSignal) => Promise<void>;

async function chooseFolder(): Promise<vscode.WorkspaceFolder> {
  const folders = diskFolders();
  const [first] = folders;
  if (!first) {
    throw new ExpectedError(
      'no-folder',
      vscode.l10n.t('ordinance.yaml lists the consoles. Open a folder for it first.'),
    );
  }
  if (folders.length === 1) {
    return first;
  }
  const items = folders.map((folder) => ({ label: folder.name, description: folder.uri.path, folder }));
  return (await pick(items, { placeHolder: vscode.l10n.t('In which folder?') })).folder;
}

/** Checks that a server answers at the address, before another step asks for a key. */
function askForAddress(existing: readonly ConsoleHandle[], check: CheckAddress): Step<Answers> {
  return async (input, state) => {
    state.url = withoutApiPath(
      await input.ask({
        prompt: vscode.l10n.t(
          'Address of the console. Ordinance leaves out an API path at the end, such as /api/v1',
        ),
        placeholder: 'https://console.example:8083',
        value: state.url,
        validate: addressProblem,
        check: async (text, signal) => {
          const url = withoutApiPath(text);
          return (await objectionTo(check(url, signal))) ?? knownObjection(existing, url);
        },
      }),
    );
  };
}

/** One console may be listed twice, for two projects for example. */
function knownObjection(existing: readonly ConsoleHandle[], url: string): Objection | undefined {
  const same = existing.find(({ entry }) => normalAddress(entry.url) === url);
  return (
    same && {
      message: vscode.l10n.t('{1} already has this address, as {0}.', same.entry.name, consoleFileName),
      mayInsist: true,
    }
  );
}

function askForName(taken: ReadonlySet<string>): Step<Answers> {
  return async (input, state) => {
    state.name = await input.ask({
      prompt: vscode.l10n.t('Name of the console; its policies go to policies/<name>'),
      value: state.name === '' ? suggestedName(state.url) : state.name,
      validate: (name) =>
        taken.has(name)
          ? vscode.l10n.t('{0} already has a console with this name.', consoleFileName)
          : consoleNameProblem(name),
    });
  };
}

const askForScheme: Step<Answers> = async (input, state) => {
  const items = Object.entries(authSchemes).map(([scheme, { title, detail, isDefault }]) => ({
    label: title(),
    ...(isDefault && { description: vscode.l10n.t('default') }),
    detail: detail(),
    scheme: scheme as AuthScheme,
  }));
  const picked = await input.pick(
    vscode.l10n.t('Which authentication does the console use?'),
    items,
    items.find((item) => item.scheme === state.auth),
  );
  state.auth = picked.scheme;
  if (!usesLoginService(state.auth)) {
    state.loginUrl = undefined;
  }
};

function askForLogin(check: CheckAddress): Step<Answers> {
  return {
    when: ({ auth }) => usesLoginService(auth),
    async ask(input, state) {
      state.loginUrl = normalAddress(
        await input.ask({
          prompt: vscode.l10n.t('Address of the login service'),
          value: state.loginUrl ?? state.url,
          validate: addressProblem,
          check: (text, signal) => objectionTo(check(normalAddress(text), signal)),
        }),
      );
    },
  };
}

function originsFor({ url, loginUrl }: Answers): readonly string[] {
  return originsOf(loginUrl === undefined ? { url } : { url, loginUrl });
}

function consoleFrom({ name, url, auth, loginUrl }: Answers): NewConsole {
  return { name, url, auth, ...(loginUrl === undefined ? {} : { loginUrl }) };
}

function suggestedName(url: string): string {
  const [first = ''] = new URL(url).hostname.split('.');
  return consoleNameProblem(first) === undefined && /[A-Za-z]/.test(first) ? first : 'console';
}

async function save(folder: vscode.Uri, console: NewConsole, saved: SavedTexts): Promise<void> {
  const uri = vscode.Uri.joinPath(folder, consoleFileName);
  const text = await workingText(uri);
  await writeTextFile(uri, withConsole(text, console), text, saved);
}
