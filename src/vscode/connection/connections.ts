import * as vscode from 'vscode';
import { originsOf } from '../../core/consoleFile/consoleEntry.ts';
import type { Secrets } from '../platform/secrets.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import type { Consoles } from '../workspace/consoles.ts';
import type { Target } from '../workspace/target.ts';

interface Held<Client> {
  readonly fingerprint: string;
  readonly origins: readonly string[];
  readonly client: Promise<Client>;
  /** Who keeps it open until they are done. */
  leases: number;
  isClosed: boolean;
}

/** A client that stays open, whatever changes meanwhile, until the lease is disposed. */
interface Lease<Client> extends Disposable {
  readonly client: Client;
}

/**
 * The one gate to the network: nobody gets a client of a console in an untrusted workspace, or of one that is signed out.
 * A client is made on first use, kept, and closed when its console, the settings or the access key change.
 */
export abstract class Connections<Client extends Disposable> implements Disposable {
  readonly #consoles: Consoles;
  readonly #disposables = new DisposableStore();
  readonly #held = new Map<string, Held<Client>>();

  constructor(consoles: Consoles, secrets: Secrets) {
    this.#consoles = consoles;
    this.#disposables.addAll(
      consoles.onDidChange(() => {
        for (const [id, held] of this.#held) {
          const console = consoles.get(id);
          if (console?.access === 'ready') {
            void this.#closeUnlessSame(console, held);
          } else {
            this.#close(id);
          }
        }
      }),
      secrets.onDidChange((origin) => {
        for (const [id, { origins }] of this.#held) {
          if (origins.includes(origin)) {
            this.#close(id);
          }
        }
      }),
    );
  }

  /** Says when another client is needed: addresses, settings, trusted files. */
  protected abstract fingerprint(console: ConsoleHandle): Promise<string>;

  protected abstract connect(console: ConsoleHandle): Promise<Client>;

  /** Fails when no request may be made. */
  async client(console: ConsoleHandle): Promise<Client> {
    ensureTrusted();
    ensureReady(console);
    this.#ensureCurrent(console);
    const fingerprint = await this.fingerprint(console);
    const held = this.#held.get(console.id);
    if (held?.fingerprint === fingerprint) {
      return held.client;
    }
    this.#close(console.id);
    const client = this.connect(console);
    const origins = originsOf(console.entry);
    const made: Held<Client> = { fingerprint, origins, client, leases: 0, isClosed: false };
    this.#held.set(console.id, made);
    client.catch(() => {
      if (this.#held.get(console.id) === made) {
        this.#held.delete(console.id);
      }
    });
    return client;
  }

  /** The client of the moment, kept open for what was begun with it: that ends where it began. */
  async lease(console: ConsoleHandle): Promise<Lease<Client>> {
    const client = await this.client(console);
    const held = this.#held.get(console.id);
    if (!held || (await held.client) !== client || held.isClosed) {
      return this.lease(console);
    }
    held.leases++;
    let isOver = false;
    return {
      client,
      dispose: () => {
        held.leases -= isOver ? 0 : 1;
        isOver = true;
        if (held.isClosed && held.leases === 0) {
          client.dispose();
        }
      },
    };
  }

  dispose(): void {
    this.#disposables.dispose();
    for (const [id, held] of this.#held) {
      held.leases = 0;
      this.#close(id);
    }
  }

  /** A page or a question may have kept a handle: what was asked about one console is not done to another. */
  #ensureCurrent(console: ConsoleHandle): void {
    const { name } = console.entry;
    const now = this.#consoles.get(console.id);
    if (!now) {
      throw new ExpectedError('no-console', vscode.l10n.t('ordinance.yaml no longer names {0}.', name));
    }
    if (JSON.stringify(now.entry) !== JSON.stringify(console.entry)) {
      throw new ExpectedError(
        'other-destination',
        vscode.l10n.t('{0} changed in ordinance.yaml. No request was made.', name),
        { advice: vscode.l10n.t('Refresh the view, then try again.') },
      );
    }
    ensureReady(now);
  }

  async #closeUnlessSame(console: ConsoleHandle, held: Held<Client>): Promise<void> {
    const fingerprint = await this.fingerprint(console).catch(() => undefined);
    if (fingerprint !== held.fingerprint && this.#held.get(console.id) === held) {
      this.#close(console.id);
    }
  }

  #close(id: string): void {
    const held = this.#held.get(id);
    this.#held.delete(id);
    if (!held) {
      return;
    }
    held.isClosed = true;
    if (held.leases === 0) {
      held.client.then(
        (client) => client.dispose(),
        () => undefined,
      );
    }
  }
}

function ensureReady({ id, entry, access, fault }: ConsoleHandle): void {
  if (fault) {
    throw new ExpectedError(
      'broken-console-file',
      vscode.l10n.t('Could not reach {0} because of {1}', entry.name, fault.reason),
      {
        advice: vscode.l10n.t('Correct the line.'),
        about: { kind: 'console', consoleId: id } satisfies Target,
      },
    );
  }
  if (access !== 'ready') {
    throw new ExpectedError('signed-out', vscode.l10n.t('You are not signed in to {0}.', entry.name), {
      advice: vscode.l10n.t('Run "Ordinance: Sign In…".'),
      about: { kind: 'console', consoleId: id } satisfies Target,
    });
  }
}

/** Checked in code, not only by hiding commands: a hidden command can still be run. */
export function ensureTrusted(): void {
  if (!vscode.workspace.isTrusted) {
    throw new ExpectedError(
      'untrusted',
      vscode.l10n.t('This folder is not trusted, so Ordinance makes no request.'),
      {
        advice: vscode.l10n.t('Run "Workspaces: Manage Workspace Trust" to trust it.'),
      },
    );
  }
}

/**
 * Every connection reads the file of authorities as it is then: a key that is just being typed goes to whom was agreed to
 * a moment before, or nowhere.
 */
export function ensureAuthority(console: string, agreed: string | undefined, now: string | undefined): void {
  if (agreed !== now) {
    throw new ExpectedError(
      'authority-changed',
      vscode.l10n.t(
        'The certificate authority of {0} changed while you signed in. Nothing was sent.',
        console,
      ),
      { advice: vscode.l10n.t('Run "Ordinance: Sign In…".') },
    );
  }
}
