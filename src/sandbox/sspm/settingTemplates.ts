import settings from './data/settings.json' with { type: 'json' };

/** A setting that products of every maker have, in the words of the catalog. */
export interface SettingTemplate {
  readonly slug: string;
  readonly name: string;
  readonly category: string;
  readonly subcategory: string;
  readonly severity: 'Critical' | 'High' | 'Medium' | 'Low';
  readonly recommended: string;
  /** The value of the setting when it fails. */
  readonly weak: string;
  readonly operator: string;
  readonly valueType: 'int' | 'string' | 'bool';
  readonly control: string;
  readonly description: string;
  readonly steps: string;
}

export const settingTemplates: readonly SettingTemplate[] = (
  settings as readonly Omit<SettingTemplate, 'steps'>[]
).map((setting) => ({
  ...setting,
  steps: `1. Sign in to the administration of the product.\n2. Open ${setting.category} > ${setting.subcategory}.\n3. Set "${setting.name}" to ${setting.recommended} and save.`,
}));
