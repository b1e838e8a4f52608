/** Texts of vulnerability/images with a mistake of the text itself that has a fix, and what the fix makes of it. */
export interface FixableText {
  readonly code: string;
  readonly spelling: 'json' | 'yaml';
  readonly text: string;
  readonly fixed: string;
}

const yaml = (line: string): string =>
  `# top\npolicyType: containerVulnerability\nrules:\n- name: a\n  collections:\n    - name: All\n${line} # why\n`;

export const fixableTexts: readonly FixableText[] = [
  {
    code: 'trailing-comma',
    spelling: 'json',
    text: '{"rules": [{"name": "a", "collections": [{"name": "All"},]}]}',
    fixed: '{"rules": [{"name": "a", "collections": [{"name": "All"}]}]}',
  },
  ...['*web*', '*', '*.example.com', '*/shop/*'].map((pattern) => ({
    code: 'unresolved-alias',
    spelling: 'yaml' as const,
    text: yaml(`  notes: ${pattern}`),
    fixed: yaml(`  notes: "${pattern}"`),
  })),
  {
    code: 'unresolved-alias',
    spelling: 'yaml',
    text: yaml('  action: [a, *web*, b]'),
    fixed: yaml('  action: [a, "*web*", b]'),
  },
  ...['@team', '%x y', '`code`'].map((written) => ({
    code: 'missing-quotes',
    spelling: 'yaml' as const,
    text: yaml(`  notes: ${written}\n  effect: alert`),
    fixed: yaml(`  notes: "${written}"\n  effect: alert`),
  })),
  { code: 'tab-indentation', spelling: 'yaml', text: yaml('\tnotes: x'), fixed: yaml('  notes: x') },
  {
    code: 'tab-indentation',
    spelling: 'yaml',
    text: yaml('  alertThreshold:\n\tdisabled: false\n\tvalue: 4'),
    fixed: yaml('  alertThreshold:\n    disabled: false\n    value: 4'),
  },
  ...['%YAML 1.1', '%OTHER x'].map((directive) => ({
    code: 'yaml-directive',
    spelling: 'yaml' as const,
    text: `${directive} # by tool\n---\n${yaml('  disabled: true\n  notes: "yes"\n  grace: -1.5')}`,
    fixed: ` # by tool\n---\n${yaml('  disabled: true\n  notes: "yes"\n  grace: -1.5')}`,
  })),
  { code: 'rules-missing', spelling: 'json', text: '{"rule": []}', fixed: '{"rules": []}' },
];
