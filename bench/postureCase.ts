import { parseJson } from '../src/core/json/jsonText.ts';
import type { Resource } from '../src/core/posture/resource.ts';
import { overviewPage } from '../src/vscode/posture/pages/pageBodies.ts';
import { PostureReadings, readTenant } from '../src/vscode/posture/postureReadings.ts';
import { caseOf } from './caseOf.ts';
import { counted } from './counted.ts';

const applications = 2000;
const settings = 400;

const statuses = ['Failed', 'Passed', 'Passed', 'Not monitored'];

function setting(app: number, index: number): unknown {
  const severity = ['critical', 'high', 'medium', 'low'][index % 4];
  return {
    id: `setting-${app}-${index}`,
    config_id: `config-${index}`,
    name: `Sign-in has to need a second factor, part ${index}`,
    category: `Category ${index % 12}`,
    status: statuses[(app * 7 + index) % statuses.length],
    monitored: (app * 7 + index) % statuses.length !== 3,
    severity,
    current_value: `value ${index % 5}`,
    recommended_value: 'value 1',
    operator_display_value: 'is',
    description: `Why the setting ${index} matters, in a sentence that an administrator can read`,
    remediation_steps: `Open the page of settings, choose the tab ${index % 9}, and turn it on.`,
    common_control_id: `control-${index % 30}`,
    console_url: `https://service.example/settings/${index}`,
    tickets: [],
  };
}

/** Answers at once. Writing and reading the answer is what a request does, and its time does not count. */
class Reader {
  time = 0;

  read(resource: Resource) {
    const start = performance.now();
    const answer = this.#answer(resource);
    this.time += performance.now() - start;
    return Promise.resolve(answer);
  }

  #answer(resource: Resource) {
    const value =
      resource.kind === 'configuration'
        ? Array.from({ length: settings }, (_, index) => setting(Number(resource.app.slice(4)), index))
        : resource.kind === 'applications'
          ? Array.from({ length: applications }, (_, app) => ({
              app_id: `app-${app}`,
              name: `Application ${app}`,
              type: `product-${app % 40}`,
              health_status: 'Up',
            }))
          : [];
    return { value: parseJson(JSON.stringify(value)) };
  }
}

const heldMb = (): number => process.memoryUsage().heapUsed / 1_000_000;

export const postureCase = caseOf(
  'P16',
  `posture overview of ${applications} applications of ${settings} settings, beyond the requests`,
  { Ordinance: 'Ordinance' },
  async () => {
    let wrong: string | undefined;
    let memoryMb = 0;
    const samples = await counted(async () => {
      globalThis.gc?.();
      const before = heldMb();
      const service = new Reader();
      const readings = new PostureReadings(
        () => Promise.resolve(service),
        () => undefined,
      );
      const start = performance.now();
      const source = { id: 'bench', name: 'bench' };
      const posture = await readTenant(readings, source, new AbortController().signal, () => undefined);
      const page = overviewPage(source.id, posture).text;
      const time = performance.now() - start - service.time;
      wrong = page.includes('Application 7') ? undefined : 'an application is missing';
      globalThis.gc?.();
      memoryMb = Math.max(memoryMb, Math.round(heldMb() - before));
      readings.dispose();
      return time;
    });
    return { samples, wrong, memoryMb, note: `memory is what is held while the overview is shown` };
  },
);
