import * as vscode from 'vscode';
import { DisposableOwner, Emitter } from '../../core/util/disposable.ts';
import { settingDefaults } from '../../generated/manifest.ts';

/** Every setting of the manifest. */
type SettingId = keyof typeof settingDefaults;
type IdOf<Type> = {
  [Id in SettingId]: (typeof settingDefaults)[Id] extends Type ? Id : never;
}[SettingId];

const settingIds = Object.keys(settingDefaults) as SettingId[];

type ConfiguredSeverity = 'error' | 'warning' | 'information' | 'hint' | 'off';

const severities: readonly string[] = ['error', 'warning', 'information', 'hint', 'off'];

/** Reads settings defensively: a value of the wrong type counts as absent. */
export class Settings extends DisposableOwner {
  readonly #changed = this.disposables.add(new Emitter<SettingId>());
  /** Fires once for each setting that may have a new value. */
  readonly onDidChange = this.#changed.event;

  constructor() {
    super();
    this.disposables.add(
      vscode.workspace.onDidChangeConfiguration((event) => {
        settingIds.filter((id) => event.affectsConfiguration(id)).forEach((id) => this.#changed.fire(id));
      }),
    );
  }

  /** Severities of diagnostics that the user changed, by code. */
  severities(scope: vscode.Uri | undefined): Readonly<Record<string, ConfiguredSeverity>> {
    const value = read('ordinance.diagnostics.severity', scope);
    return typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value).filter((entry): entry is [string, ConfiguredSeverity] =>
            severities.includes(String(entry[1])),
          ),
        )
      : {};
  }

  /** A boolean setting. */
  flag(id: IdOf<boolean>, scope?: vscode.Uri): boolean {
    const value = read(id, scope);
    return typeof value === 'boolean' ? value : settingDefaults[id];
  }

  /** A numeric setting. */
  number(id: IdOf<number>, scope?: vscode.Uri): number {
    const value = read(id, scope);
    return typeof value === 'number' && Number.isFinite(value) ? value : settingDefaults[id];
  }

  /** The number of policies that Ordinance reads at the same time, at least 1. */
  get pullConcurrency(): number {
    return Math.max(1, Math.floor(this.number('ordinance.pull.concurrency')));
  }

  /** The share (0 to 1) of the rules of a policy. Removing more needs a confirmation. */
  get removedShare(): number {
    const percent = this.number('ordinance.push.removedSharePercent');
    return Math.min(100, Math.max(0, percent)) / 100;
  }

  /** The reaction of a push to failing tests. */
  get policyTestsBeforePush(): 'require' | 'warn' | 'off' {
    const value = read('ordinance.push.policyTests', undefined);
    return value === 'warn' || value === 'off' ? value : 'require';
  }

  /** Milliseconds between two background reads of the live policy; 0 for never. */
  get refreshIntervalMs(): number {
    const minutes = this.number('ordinance.refresh.intervalMinutes');
    return minutes > 0 ? Math.max(0.5, minutes) * 60_000 : 0;
  }

  /** Days for which the history is kept; undefined for no limit. */
  get retentionDays(): number | undefined {
    const days = this.number('ordinance.history.retentionDays');
    return days > 0 ? days : undefined;
  }

  /** The timeout of one request in milliseconds. */
  get requestTimeoutMs(): number {
    return Math.max(1, this.number('ordinance.requests.timeoutSeconds')) * 1000;
  }

  /** The user's own value only: a workspace never turns the verification off. */
  skipsVerification(origin: string): boolean {
    const value = ownValue('ordinance.tls.skipVerificationForOrigins');
    return Array.isArray(value) && value.includes(origin);
  }

  /**
   * The proxy settings of VS Code. Only the user's values count, because a workspace must not redirect
   * requests that contain an access key. Undefined when the user turned proxies off.
   */
  get proxy(): { readonly address?: string; readonly exceptions: readonly string[] } | undefined {
    if (ownValue('http.proxySupport') === 'off') {
      return undefined;
    }
    const address = ownValue('http.proxy');
    const exceptions = ownValue('http.noProxy');
    return {
      ...(typeof address === 'string' && address.trim() !== '' ? { address: address.trim() } : {}),
      exceptions: Array.isArray(exceptions) ? exceptions.filter((host) => typeof host === 'string') : [],
    };
  }

  /**
   * The program and arguments that print a token for the SSPM service at `origin`. Only the user's own value
   * counts.
   */
  sspmTokenCommand(origin: string): readonly string[] | undefined {
    const value = ownValue('ordinance.sspm.tokenCommands');
    const command: unknown =
      typeof value === 'object' && value !== null && Object.hasOwn(value, origin)
        ? (value as Record<string, unknown>)[origin]
        : undefined;
    return Array.isArray(command) && command.length > 0 && command.every((part) => typeof part === 'string')
      ? command
      : undefined;
  }
}

function read(id: SettingId, scope: vscode.Uri | undefined): unknown {
  return vscode.workspace.getConfiguration(undefined, scope).get(id);
}

/** The user's own value, whatever a workspace sets. */
function ownValue(id: SettingId | `http.${string}`): unknown {
  return vscode.workspace.getConfiguration().inspect(id)?.globalValue;
}
