/** The result of one check by the doctor. */
export interface Check {
  /** Name of the check, such as `VISIONOS over direct: captions`. */
  name: string
  /** `skipped`: could not be checked, or is not configured. */
  state: 'ok' | 'warning' | 'failed' | 'skipped'
  /** The result in words: a size, a version, a failure code with YouTube's own message. */
  detail: string
  /** How to fix it. */
  advice?: Advice
}

export interface Advice {
  /** One sentence that explains the problem and how to fix it. */
  sentence: string
  /** The setting to change, if there is one. */
  setting?: string
}

/** A part of the service that the doctor checks. Never throws: a failure is reported as a failed check. */
export interface DoctorPart {
  /** Name on the command line: `npm run doctor -- youtube`. */
  name: string
  about: string
  check(): Promise<{ checks: Check[]; advice: Advice[] }>
}
