/** The shop's advisory locks. The numbers are arbitrary but must differ. */
export const LOCKS = {
  /** Lets one process migrate at a time. */
  migrate: 7_301_926,
  /** Held while a process uses the embedded database, so that a second one is refused. */
  ownEmbedded: 7_301_927,
  /** Loads the demo catalogue into an empty shop once. */
  loadDemo: 7_301_928,
  /** Creates the first accounts once. */
  firstAccounts: 7_301_929,
  /** Lets one catalogue import write at a time, apart from those of the next lock. */
  importCatalogue: 7_301_931,
  /** For every other batch of an import, so that two can be written at once. */
  importEveryOther: 7_301_932,
  /** Lets one admin save settings at a time. */
  settings: 7_301_941,
  /** Adds up the dashboard's days one at a time. */
  salesDays: 7_301_942,
  /** Adds up what customers ordered one at a time. */
  customerTotals: 7_301_943,
} as const;
