/** One thing that the doctor has tried. */
export interface Check {
  /** What was tried, such as `VISIONOS over direct: captions`. */
  name: string
  /** `skipped`: it could not be tried, or is not set up. */
  state: 'ok' | 'warning' | 'failed' | 'skipped'
  /** What came of it, for people: a size, a version, a failure code with YouTube's own words. */
  detail: string
  /** What to do about it. */
  advice?: Advice
}

export interface Advice {
  /** One sentence that says what is wrong and what to change. */
  sentence: string
  /** The setting to change, where it is one. */
  setting?: string
}

/** A part of the service that the doctor looks at. It never throws: what fails is a failed check. */
export interface DoctorPart {
  /** By which it is asked for: `npm run doctor -- youtube`. */
  name: string
  about: string
  check(): Promise<{ checks: Check[]; advice: Advice[] }>
}
