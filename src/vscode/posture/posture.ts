import type { DisposableStore } from '../../core/util/disposable.ts';
import { treeView } from '../platform/treeView.ts';
import type { FeatureServices } from '../featureServices.ts';
import { VirtualTexts } from '../workspace/virtualTexts.ts';
import { PosturePages } from './pages/posturePages.ts';
import { PostureLinks } from './postureLinks.ts';
import { PostureReadings } from './postureReadings.ts';
import { PostureSources } from './postureSources.ts';
import { PostureTree } from './postureTree.ts';

export type PostureServices = Pick<
  FeatureServices,
  | 'commands'
  | 'consoles'
  | 'connections'
  | 'secrets'
  | 'settings'
  | 'memory'
  | 'contextKeys'
  | 'tables'
  | 'programs'
  | 'redaction'
  | 'log'
  | 'report'
  | 'extensionUri'
>;

const viewId = 'ordinance.posture';

/** The scheme of read-only documents about a service. */
export const postureScheme = 'ordinance-posture';

/** The services of the SaaS posture view that its commands use. */
export type Posture = ReturnType<typeof makePosture>;

export function makePosture(services: PostureServices, store: DisposableStore) {
  const { consoles, contextKeys, memory, report, extensionUri, secrets, tables } = services;
  const sources = store.add(new PostureSources(services));
  const readings = store.add(new PostureReadings((id) => sources.client(id), report));
  const links = store.add(new PostureLinks(memory, readings));
  const tree = store.add(new PostureTree({ sources, readings, links }));
  store.addAll(
    sources.onDidChange((closed) => {
      closed.forEach((id) => readings.forget(id));
      contextKeys.set('ordinance.hasPosture', sources.sources.length > 0);
      tables.refreshStaleReasons();
    }),
    readings.onDidChangeBusy((isBusy) => contextKeys.set('ordinance.isReadingPosture', isBusy)),
  );
  return {
    consoles,
    sources,
    readings,
    links,
    secrets,
    tables,
    tree,
    view: store.add(treeView(viewId, { treeDataProvider: tree, showCollapseAll: true })),
    texts: store.add(new VirtualTexts(postureScheme)),
    pages: store.add(new PosturePages(extensionUri, sources)),
  };
}
