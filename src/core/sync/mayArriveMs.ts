/**
 * How long a request without a conclusive answer counts as being on its way. Nothing in HTTP bounds it; gateways and
 * servers do, usually after a minute, rarely after more than five. For as long is a verdict corrected that says otherwise.
 */
export const mayArriveMs = 15 * 60_000;
