import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { Failure } from './failure.ts';

/** A library that is at least partly in a bundle. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** The SPDX identifier or expression of the package. */
  readonly license: string;
  readonly homepage?: string;
  /** The texts of its license and notices, by file name. */
  readonly texts: readonly { readonly file: string; readonly text: string }[];
}

const noticesName = 'THIRD_PARTY_NOTICES.txt';
const billName = 'sbom.cdx.json';
const legal = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;

/**
 * The packages of the inputs of bundles. `generatedBy` names libraries that write parts of themselves into
 * generated code. Throws Failure for a package without the text of its license.
 */
export async function bundledPackages(
  root: string,
  metafiles: readonly Metafile[],
  generatedBy: readonly string[] = [],
): Promise<BundledPackage[]> {
  const folders = new Set(generatedBy.map((name) => join('node_modules', name)));
  for (const input of metafiles.flatMap(({ inputs }) => Object.keys(inputs))) {
    // The last match, because packages contain packages.
    const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input) ?? [];
    if (folder !== undefined) {
      folders.add(folder);
    }
  }
  const packages = await Promise.all([...folders].map((folder) => packageIn(join(root, folder))));
  return packages.sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1));
}

async function packageIn(folder: string): Promise<BundledPackage> {
  const { name, version, license, homepage } = JSON.parse(
    await readFile(join(folder, 'package.json'), 'utf8'),
  ) as Record<string, unknown>;
  const files = (await readdir(folder)).filter((file) => legal.test(file)).toSorted();
  const texts = await Promise.all(
    files.map(async (file) => ({ file, text: (await readFile(join(folder, file), 'utf8')).trim() })),
  );
  if (typeof name !== 'string' || typeof version !== 'string' || typeof license !== 'string') {
    throw new Failure(`${folder} does not state its name, version or license`);
  }
  if (!texts.some(({ file, text }) => !/^notice/i.test(file) && text !== '')) {
    throw new Failure(`${name} is bundled, but there is no text of its license in ${folder}`);
  }
  return { name, version, license, texts, ...(typeof homepage === 'string' ? { homepage } : {}) };
}

/** Writes the notices and the bill of materials (CycloneDX) beside the bundles. The same bundles give the same files. */
export async function writeNotices(root: string, packages: readonly BundledPackage[]): Promise<void> {
  const { name, version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
  };
  await writeFile(join(root, 'dist', noticesName), notices(packages));
  await writeFile(
    join(root, 'dist', billName),
    `${JSON.stringify(bill({ name, version }, packages), null, 1)}\n`,
  );
}

function notices(packages: readonly BundledPackage[]): string {
  const line = '='.repeat(78);
  const parts = packages.map(({ name, version, license, homepage, texts }) =>
    [
      `${name} ${version} (${license})`,
      ...(homepage === undefined ? [] : [homepage]),
      ...texts.map(({ text }) => `\n${text}`),
    ].join('\n'),
  );
  return `${['Ordinance holds parts of the libraries below.', ...parts].join(`\n\n${line}\n\n`)}\n`;
}

function bill(
  application: { readonly name: string; readonly version: string },
  packages: readonly BundledPackage[],
): object {
  const refOf = ({ name, version }: { readonly name: string; readonly version: string }): string =>
    `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': refOf(application), ...application } },
    components: packages.map((library) => ({
      type: 'library',
      'bom-ref': refOf(library),
      name: library.name,
      version: library.version,
      purl: refOf(library),
      licenses: [
        / /.test(library.license) ? { expression: library.license } : { license: { id: library.license } },
      ],
    })),
    dependencies: [
      { ref: refOf(application), dependsOn: packages.map(refOf) },
      ...packages.map((library) => ({ ref: refOf(library), dependsOn: [] })),
    ],
  };
}
