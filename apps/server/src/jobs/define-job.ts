/** A kind of background work. Data is small and carries ids; the rows hold the state. */
export interface JobKind<Data extends object> {
  /** `feature.verb-noun` */
  name: string
  /** How many of them one process runs at once. */
  concurrency: number
  /** Maximum of parallel jobs per user over all processes, for jobs sent with a `turn`. */
  concurrencyPerUser?: number
  /** A run that takes longer is stopped and repeated. */
  deadlineSeconds: number
  /** Ties the type to the name; never set. */
  readonly data?: Data
}

export const defineJob = <Data extends object>(kind: Omit<JobKind<Data>, 'data'>): JobKind<Data> => kind
