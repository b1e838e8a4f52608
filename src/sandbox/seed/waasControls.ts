import { createHash } from 'node:crypto';
import type { Random } from '../random.ts';

type Plain = Readonly<Record<string, unknown>>;

const knownBots = [
  'archiving',
  'businessAnalytics',
  'careerSearch',
  'contentFeedClients',
  'educational',
  'financial',
  'mediaSearch',
  'news',
  'searchEngineCrawlers',
];
const unknownBots = [
  'apiLibraries',
  'botImpersonation',
  'browserImpersonation',
  'generic',
  'httpLibraries',
  'webAutomationTools',
  'webScrapers',
];

const each = (names: readonly string[], effect: () => string): Plain =>
  Object.fromEntries(names.map((name) => [name, effect()]));

/** Generates the protection against bots; a challenge for visitors needs the inline mode. */
export function botProtection(random: Random, effect: () => string, inline: boolean): Plain {
  const asks = inline && random.chance(0.2);
  return {
    interstitialPage: asks,
    jsInjectionSpec: { enabled: asks, timeoutEffect: asks ? 'alert' : 'disable' },
    knownBotProtectionsSpec: each(knownBots, effect),
    reCAPTCHASpec: {
      allSessions: true,
      customPageSpec: { body: '', enabled: false },
      enabled: asks,
      secretKey: { encrypted: asks ? createHash('sha256').update('site').digest('base64') : '' },
      siteKey: asks ? 'site-key-of-the-shop' : '',
      successExpirationHours: 24,
      type: asks ? 'invisible' : 'checkbox',
    },
    sessionValidation: effect(),
    unknownBotProtectionSpec: {
      ...each(unknownBots, effect),
      requestAnomalies: { effect: effect(), threshold: random.pick([3, 6, 9]) },
    },
    userDefinedBots: random.chance(0.3)
      ? [
          {
            effect: effect(),
            headerName: 'User-Agent',
            headerValues: ['shop-monitor/*'],
            name: 'Monitoring',
            subnets: ['monitoring'],
          },
        ]
      : [],
  };
}

/** Generates the access control of an application, by network list and by country. */
export function networkControls(random: Random, effect: () => string): Plain {
  const subnets = random.chance(0.4);
  const countries = random.chance(0.3);
  return {
    advancedProtectionEffect: effect(),
    countries: {
      alert: [],
      allow: [],
      allowMode: false,
      enabled: countries,
      fallbackEffect: 'disable',
      prevent: countries ? ['AQ', 'BV'] : [],
    },
    exceptionSubnets: random.chance(0.3) ? ['monitoring'] : [],
    networkControlsExceptionSubnets: { subnets: [] },
    subnets: {
      alert: subnets ? ['partners'] : [],
      allow: subnets ? ['offices', 'vpn'] : [],
      allowMode: true,
      enabled: subnets,
      fallbackEffect: effect(),
      prevent: [],
    },
  };
}
