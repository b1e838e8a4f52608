#!/usr/bin/env node
// The first file of the command line, in words that every Node reads, so that one that is too old can say so.
if (parseInt(process.versions.node, 10) < 24) {
  console.error('ordinance needs Node 24 or newer; this is Node ' + process.versions.node + '.');
  process.exit(1);
}
require('./commandLine.mjs');
