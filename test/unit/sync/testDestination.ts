import type { Destination } from '../../../src/core/consoleFile/destination.ts';

/** Where the consoles of tests are reached, unless a test is about it. */
export const testDestination: Destination = {
  url: 'https://console.example:8083',
  loginUrl: 'https://console.example:8083',
  apiVersion: '1',
  auth: 'basic',
  authHeader: 'x-service-auth',
};
