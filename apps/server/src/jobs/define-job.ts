/** A kind of background work. Data is small and carries ids; the rows hold the state. */
export interface JobKind<Data extends object> {
  /** `feature.verb-noun` */
  name: string
  /** Maximum of parallel jobs in one process. */
  concurrency: number
  /** Maximum of parallel jobs per user over all processes, for jobs sent with a `turn`. */
  concurrencyPerUser?: number
  /** A run that takes longer is aborted and retried. */
  deadlineSeconds: number
  /** Only a type: ties the data to the job kind. Never set. */
  readonly data?: Data
}

export const defineJob = <Data extends object>(kind: Omit<JobKind<Data>, 'data'>): JobKind<Data> => kind
