#!/usr/bin/env node
// Every version of Node can read this first file, so that an old version prints this message.
if (parseInt(process.versions.node, 10) < 24) {
  console.error('ordinance needs Node 24 or newer; this is Node ' + process.versions.node + '.');
  process.exit(1);
}
require('./commandLine.mjs');
