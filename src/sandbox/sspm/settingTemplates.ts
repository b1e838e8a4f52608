/** A setting as products of every maker have it, in the words of the catalogue. */
export interface SettingTemplate {
  readonly slug: string;
  readonly name: string;
  readonly category: string;
  readonly subcategory: string;
  readonly severity: 'Critical' | 'High' | 'Medium' | 'Low';
  readonly recommended: string;
  /** What it is when it fails. */
  readonly weak: string;
  readonly operator: string;
  readonly valueType: 'int' | 'string' | 'bool';
  readonly control: string;
  readonly description: string;
  readonly steps: string;
}

type Row = readonly [
  slug: string,
  name: string,
  subcategory: string,
  severity: SettingTemplate['severity'],
  recommended: string,
  weak: string,
  operator: string,
  valueType: SettingTemplate['valueType'],
  control: string,
  description: string,
];

// prettier-ignore
const rows: Readonly<Record<string, readonly Row[]>> = {
  'Access Control': [
    ['mfa-all', 'Require multi-factor sign-in for all users', 'Authentication', 'Critical', 'true', 'false', 'equal', 'bool', 'cc-mfa', 'A stolen password alone must not open an account.'],
    ['mfa-admins', 'Require phishing-resistant factors for administrators', 'Authentication', 'Critical', 'security-key', 'text-message', 'equal', 'string', 'cc-mfa', 'Administrators are attacked first.'],
    ['sso-only', 'Allow sign-in through single sign-on only', 'Authentication', 'High', 'true', 'false', 'equal', 'bool', 'cc-sso', 'Local passwords escape the rules of the identity provider.'],
    ['admins-few', 'Keep the number of administrators low', 'Roles', 'High', '4', '11', 'less_or_equal', 'int', 'cc-least-privilege', 'Every administrator is a way in.'],
    ['guests-expire', 'Let guest accounts expire', 'Roles', 'Medium', '30', '0', 'in_range', 'int', 'cc-joiner-leaver', 'Guests are forgotten sooner than staff.'],
  ],
  'Session and Password': [
    ['idle-timeout', 'End idle sessions', 'Session', 'Medium', '15', '480', 'less_or_equal', 'int', 'cc-session', 'An unlocked screen is an open session. In minutes.'],
    ['password-length', 'Require long passwords', 'Password', 'High', '14', '8', 'greater_or_equal', 'int', 'cc-password', 'Short passwords are guessed offline.'],
    ['password-reuse', 'Remember used passwords', 'Password', 'Low', '10', '0', 'greater_or_equal', 'int', 'cc-password', 'The same password comes back otherwise.'],
    ['lockout', 'Lock an account after failed attempts', 'Password', 'Medium', '10', 'never', 'less_or_equal', 'int', 'cc-password', 'Guessing online must end somewhere.'],
  ],
  'Data Protection': [
    ['public-links', 'Forbid links that open without sign-in', 'Sharing', 'Critical', 'false', 'true', 'equal', 'bool', 'cc-sharing', 'Such a link works for everybody who finds it.'],
    ['external-sharing', 'Share outside the organisation with named domains only', 'Sharing', 'High', 'allow-list', 'anyone', 'equal', 'string', 'cc-sharing', 'Data leaves by sharing more often than by theft.'],
    ['retention', 'Keep deleted items long enough to restore them', 'Retention', 'Low', '30', '7', 'greater_or_equal', 'int', 'cc-retention', 'In days.'],
    ['encryption-keys', 'Bring keys of your own', 'Encryption', 'Medium', 'customer-managed', 'provider-managed', 'equal', 'string', 'cc-encryption', 'Whoever holds the key can read.'],
    ['download-unmanaged', 'Block downloads to unmanaged devices', 'Devices', 'High', 'true', 'false', 'equal', 'bool', 'cc-devices', 'Copies on private devices cannot be called back.'],
  ],
  Integrations: [
    ['app-approval', 'Let administrators approve third-party apps', 'Third-party apps', 'High', 'admin-approval', 'users-decide', 'equal', 'string', 'cc-third-party', 'Users grant whatever is asked for.'],
    ['token-lifetime', 'Let access tokens of apps expire', 'Tokens', 'Medium', '90', 'never', 'less_or_equal', 'int', 'cc-third-party', 'In days.'],
    ['webhooks-signed', 'Sign outgoing webhooks', 'Webhooks', 'Low', 'true', 'false', 'equal', 'bool', 'cc-third-party', 'A receiver cannot tell who calls otherwise.'],
  ],
  Logging: [
    ['audit-log', 'Write an audit log', 'Audit', 'High', 'true', 'false', 'equal', 'bool', 'cc-audit', 'Nobody can look back without it.'],
    ['log-export', 'Send the audit log to your own store', 'Audit', 'Medium', 'enabled', 'disabled', 'equal', 'string', 'cc-audit', 'Logs of the provider are kept for weeks only.'],
    ['admin-alerts', 'Alert on changes by administrators', 'Alerts', 'Low', 'true', 'false', 'equal', 'bool', 'cc-audit', 'Fast notice makes small incidents.'],
  ],
  Network: [
    ['ip-ranges', 'Limit administration to known networks', 'Addresses', 'Medium', 'limited', 'anywhere', 'equal', 'string', 'cc-network', 'A stolen session is worth less elsewhere.'],
    ['old-tls', 'Refuse outdated TLS versions', 'Transport', 'High', '1.2', '1.0', 'greater_or_equal', 'string', 'cc-encryption', 'Old versions are broken.'],
    ['mail-forwarding', 'Forbid automatic forwarding outside', 'Mail', 'High', 'false', 'true', 'equal', 'bool', 'cc-sharing', 'The classic way to read mail for months.'],
  ],
};

export const settingTemplates: readonly SettingTemplate[] = Object.entries(rows).flatMap(
  ([category, settings]) =>
    settings.map(
      ([
        slug,
        name,
        subcategory,
        severity,
        recommended,
        weak,
        operator,
        valueType,
        control,
        description,
      ]) => ({
        slug,
        name,
        category,
        subcategory,
        severity,
        recommended,
        weak,
        operator,
        valueType,
        control,
        description,
        steps: `1. Sign in to the administration of the product.\n2. Open ${category} > ${subcategory}.\n3. Set "${name}" to ${recommended} and save.`,
      }),
    ),
);

/** Common controls by id, with their names. */
export const commonControls: Readonly<Record<string, string>> = {
  'cc-mfa': 'Strong authentication',
  'cc-sso': 'Central sign-in',
  'cc-least-privilege': 'Least privilege',
  'cc-joiner-leaver': 'Joiners, movers and leavers',
  'cc-session': 'Session control',
  'cc-password': 'Password rules',
  'cc-sharing': 'Controlled sharing',
  'cc-retention': 'Retention and recovery',
  'cc-encryption': 'Encryption',
  'cc-devices': 'Managed devices',
  'cc-third-party': 'Third-party access',
  'cc-audit': 'Audit trail',
  'cc-network': 'Network limits',
};
