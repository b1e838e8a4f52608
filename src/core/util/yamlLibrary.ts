import { lazyPart } from './lazyPart.ts';
import { loadYaml } from './yamlPackage.cjs';

/** The `yaml` package, loaded when the first text needs it. Types of it may be imported from the package itself. */
export const yamlLibrary = lazyPart('the YAML library', loadYaml);
