/** The advisory locks of the shop's database, by what is done under them. Any numbers, as long as they differ. */
export const LOCKS = {
  /** Processes that start at once migrate one after the other. */
  migrate: 7_301_926,
  /** Held as long as a process uses the embedded database: the next one is told so. */
  ownEmbedded: 7_301_927,
  /** An empty shop is filled once. */
  loadDemo: 7_301_928,
  /** The first accounts are made once. */
  firstAccounts: 7_301_929,
  /** With a number made of its address: the same picture of a person is stored or removed by one at a time. */
  avatar: 7_301_930,
  /** One import of the catalogue is written at a time. */
  importCatalogue: 7_301_931,
  /** Processes record searches without results one after the other, so that the limit per day holds. */
  missedSearches: 7_301_940,
} as const;
